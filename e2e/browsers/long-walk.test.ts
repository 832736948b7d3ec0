import { manageDesk, walkDesk } from './desk.ts'
import { PHONE, testEngines, WIDE } from './test-engines.ts'
import { revisitScreens, walkVisit } from './visit.ts'

testEngines('a visitor goes back, reloads and changes an answer on a phone', PHONE, revisitScreens)
testEngines('a visitor walks all screens in a wide window', WIDE, walkVisit)
testEngines('a specialist follows up a project on a phone', PHONE, walkDesk)
testEngines('a specialist finds projects and opens every screen', WIDE, manageDesk)
