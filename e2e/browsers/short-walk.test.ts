import { testEngines } from './test-engines.ts'
import { walkVisit } from './visit.ts'

const PHONE = { width: 450, height: 800 }

testEngines('a visitor walks all screens and submits once', PHONE, walkVisit)
