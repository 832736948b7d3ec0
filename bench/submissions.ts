import { randomBytes } from 'node:crypto'
import { fakeAnswers } from '../server/desk/samples/fake-answers.ts'
import { seededChance } from './fill.ts'
import type { LoadRequest } from './load.ts'

const DIFFERENT_BODIES = 100

/** Sample answers, the same in each run. */
export const bodies = (() => {
  const chance = seededChance(1)
  return Array.from({ length: DIFFERENT_BODIES }, () => fakeAnswers(chance))
})()

/** Requests to the product, each with a new project. */
export function submissions(): () => LoadRequest {
  const texts = bodies.map((answers) => JSON.stringify(answers))
  const prefix = randomBytes(9).toString('base64url')
  let made = 0
  return () => {
    const id = `${prefix}${String(made++).padStart(10, '0')}`
    const body = texts[made % texts.length] ?? ''
    return { method: 'PUT', path: `/api/projects/${id}`, body, header: 'sec-fetch-site: same-origin\r\n' }
  }
}
