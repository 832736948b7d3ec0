import assert from 'node:assert/strict'
import { it } from 'node:test'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { SECONDS_HEADER, TRAP_HEADER } from '../../questionnaire/visit-signals.ts'
import { createSuspicion } from './suspicion.ts'

const settings = { projectsPerHour: 60, minVisitSeconds: 10 }
const page = { [VERSION_HEADER]: 'any' }

it('a request shows by itself that it is suspicious', () => {
  for (const [headers, suspicion] of [
    [{ 'user-agent': 'curl/8.5.0', 'content-type': 'application/json' }, 'Not sent from our page'],
    [{ ...page, [SECONDS_HEADER]: '4' }, 'Sent 4 seconds after the visit began'],
    [{ ...page, [SECONDS_HEADER]: '1' }, 'Sent 1 second after the visit began'],
    [
      { ...page, [SECONDS_HEADER]: '300', [TRAP_HEADER]: '1' },
      'A field that people do not see was filled in',
    ],
  ] as const)
    assert.equal(createSuspicion(settings).judge({ headers, ip: '192.0.2.1' }).suspicion, suspicion)
})

it('an honest page is not suspicious, also one that was opened before a deploy', () => {
  for (const headers of [
    { ...page, [SECONDS_HEADER]: '10' },
    { ...page, origin: 'https://kitchens.example' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://kitchens.example' },
  ])
    assert.equal(createSuspicion(settings).judge({ headers, ip: '192.0.2.1' }).suspicion, '')
})

it('more than a sixth of the projects in an hour from one network are suspicious', () => {
  let now = 0
  const { judge } = createSuspicion(settings, () => now)
  const from = (ip: string) => judge({ headers: page, ip })
  for (const [ip, neighbor, other] of [
    ['192.0.2.', '192.0.2.200', '192.0.3.1'],
    ['2001:db8:1:', '2001:db8:1:ffff::1', '2001:db8:2::1'],
  ] as const) {
    for (let host = 1; host <= 9; host++)
      assert.equal(from(`${ip}${host}${ip.includes('.') ? '' : '::1'}`).suspicion, '')
    const tenth = from(neighbor)
    assert.equal(tenth.suspicion, '')
    // A retry of a stored project does not count.
    tenth.undo()
    assert.equal(from(neighbor).suspicion, '')
    assert.equal(from(neighbor).suspicion, 'More than 10 projects in an hour from one network')
    assert.equal(from(other).suspicion, '')
  }
  now += 3600_000
  assert.equal(from('192.0.2.1').suspicion, '')
})

it('above the ceiling every project is suspicious, and spam does not use it up', () => {
  const { judge } = createSuspicion({ ...settings, projectsPerHour: 6 })
  for (let nth = 0; nth < 20; nth++) judge({ headers: {}, ip: `198.51.${nth}.1` })
  const results = Array.from(
    { length: 7 },
    (_, nth) => judge({ headers: page, ip: `192.0.${nth}.1` }).suspicion,
  )
  assert.deepEqual(results, [...Array<string>(6).fill(''), 'More than 6 projects in an hour'])
})

it('without limits only the request itself counts', () => {
  const { judge } = createSuspicion({ projectsPerHour: 0, minVisitSeconds: 0 })
  for (let nth = 0; nth < 100; nth++)
    assert.equal(judge({ headers: { ...page, [SECONDS_HEADER]: '0' }, ip: '192.0.2.1' }).suspicion, '')
})
