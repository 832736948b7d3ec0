import { testEngines } from './test-engines.ts'
import { walkVisit } from './visit.ts'

const WIDE = { width: 1280, height: 900 }

testEngines('a visitor walks all screens in a wide window', WIDE, walkVisit)
