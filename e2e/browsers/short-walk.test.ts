import { walkDesk } from './desk.ts'
import { PHONE, testEngines, WIDE } from './test-engines.ts'
import { walkVisit } from './visit.ts'

testEngines('a visitor walks all screens on a phone and submits once', PHONE, walkVisit)
testEngines('a specialist opens and follows up a project', WIDE, walkDesk)
