// What the landing fetches first, in one file: each more would take a share of the line from its picture.
import './fetch-styles.ts'
import './fetch-visit.ts'
import './count-steps.ts'
