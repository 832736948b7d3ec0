import assert from 'node:assert/strict'
import { it } from 'node:test'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { SECONDS_HEADER, TEST_HEADER, TRAP_HEADER } from '../../questionnaire/visit-signals.ts'
import { createSuspicion } from './suspicion.ts'

const settings = () => ({ projectsPerHour: 60, minVisitSeconds: 10 })
const page = { [VERSION_HEADER]: 'any' }

it('a request shows by itself that it is suspicious', () => {
  for (const [headers, suspicion] of [
    [{ 'user-agent': 'curl/8.5.0', 'content-type': 'application/json' }, 'Not submitted through our website'],
    [{ ...page, [SECONDS_HEADER]: '4' }, 'Sent 4 seconds after the visit began'],
    [{ ...page, [SECONDS_HEADER]: '1' }, 'Sent 1 second after the visit began'],
    [{ ...page, [SECONDS_HEADER]: '300', [TRAP_HEADER]: '1' }, 'A hidden field was filled in'],
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

it('more than a sixth of the projects in an hour from one network are suspicious, not counting spam', () => {
  let now = 0
  const { judge } = createSuspicion(settings, () => now)
  const from = (ip: string) => judge({ headers: page, ip })
  for (const [ip, neighbor, other] of [
    ['192.0.2.', '192.0.2.200', '192.0.3.1'],
    ['2001:db8:1:', '2001:db8:1:ffff::1', '2001:db8:2::1'],
  ] as const) {
    for (let nth = 0; nth < 20; nth++) judge({ headers: {}, ip: neighbor })
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

it('above the limit only networks that sent two are suspicious, and everyone above three times as many', () => {
  let now = 0
  const { judge } = createSuspicion(settings, () => now)
  const from = (network: number) => judge({ headers: page, ip: `192.0.${network}.1` })
  for (let network = 0; network < 6; network++) for (let nth = 0; nth < 10; nth++) from(network)
  // A retry of a stored project does not count.
  from(6).undo()
  assert.deepEqual([from(6).suspicion, from(6).suspicion], ['', ''])
  const held = Array.from({ length: 200 }, () => from(6).suspicion)
  assert.deepEqual(
    new Set(held),
    new Set(['More than 60 projects in an hour, and more than 2 from this network']),
  )
  const others = Array.from({ length: 119 }, (_, nth) => from(7 + nth).suspicion)
  assert.deepEqual(others, [...Array<string>(118).fill(''), 'More than 180 projects in an hour'])
  now += 3600_000
  assert.equal(from(6).suspicion, '')
})

it('tests of the guide have a limit of their own, and use up no other', () => {
  const { judge } = createSuspicion(() => ({ ...settings(), projectsPerHour: 6 }))
  const ip = '192.0.2.1'
  const tests = Array.from(
    { length: 21 },
    () => judge({ headers: { ...page, [TEST_HEADER]: '1' }, ip }).suspicion,
  )
  assert.deepEqual(tests, [...Array<string>(20).fill(''), 'More than 20 tests of the guide in an hour'])
  assert.equal(judge({ headers: page, ip }).suspicion, '')
})

it('without limits only the request itself counts', () => {
  const { judge } = createSuspicion(() => ({ projectsPerHour: 0, minVisitSeconds: 0 }))
  for (let nth = 0; nth < 100; nth++)
    assert.equal(judge({ headers: { ...page, [SECONDS_HEADER]: '0' }, ip: '192.0.2.1' }).suspicion, '')
})
