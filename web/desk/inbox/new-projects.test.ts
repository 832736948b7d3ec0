import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Summary } from '../../../desk/api.ts'
import { newProjects } from './new-projects.ts'

const project = (day: number): Summary => ({
  id: `p${day}`,
  createdAt: `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`,
  name: '',
  city: '',
  remodelType: '',
  costRange: '',
  budget: '',
  budgetFit: 'unclear',
  timeFrame: '',
  status: 'New',
  assignee: null,
  firstContactAt: null,
  waitedMinutes: 0,
  email: 'sent',
  relatedProjects: [],
  isSample: false,
  isTest: false,
  version: 1,
})
const projects = (...days: readonly number[]) => days.map(project)
const days = (found: readonly Summary[]) => found.map(({ id }) => Number(id.slice(1)))

it('a project is new when it belongs above the end of the list, not beyond it', () => {
  const shown = { rows: projects(9, 8, 7), next: 'more' }
  assert.deepEqual(days(newProjects(projects(10, 9, 7, 6), shown)), [10])
  assert.deepEqual(days(newProjects(projects(12, 11, 10), shown)), [12, 11, 10])
})

it('in a complete list every missing project is new, in any order', () => {
  assert.deepEqual(days(newProjects(projects(9, 8, 2), { rows: projects(9), next: null })), [8, 2])
  assert.deepEqual(days(newProjects(projects(9, 8), { rows: projects(8), next: null }, 'oldest')), [9])
  assert.deepEqual(days(newProjects(projects(9), { rows: [], next: null })), [9])
})

it('a list of the oldest first does not count projects beyond its end', () => {
  assert.deepEqual(newProjects(projects(9, 8), { rows: projects(1, 2), next: 'more' }, 'oldest'), [])
  assert.deepEqual(newProjects(projects(9, 8), { rows: projects(1, 2), next: 'w2.id' }, 'waiting'), [])
  assert.deepEqual(days(newProjects(projects(9, 3), { rows: projects(1, 5), next: 'more' }, 'oldest')), [3])
})

it('sorted by waiting, unanswered projects belong before answered ones', () => {
  const reached = (day: number): Summary => ({ ...project(day), status: 'Contacted', firstContactAt: '' })
  const newest = [project(9), reached(8), project(4), reached(2)]
  const shown = { rows: [project(7), reached(1), reached(3)], next: 'o3.id' }
  assert.deepEqual(days(newProjects(newest, shown, 'waiting')), [9, 4, 2])
  const allWait = { rows: projects(1, 5), next: 'w5.id' }
  assert.deepEqual(days(newProjects(newest, allWait, 'waiting')), [4])
  const lastIsReached = { rows: [project(1), reached(5)], next: 'w5.id' }
  assert.deepEqual(days(newProjects(newest, lastIsReached, 'waiting')), [4])
  const lastWaitsAgain = { rows: [project(7), reached(1), project(3)], next: 'o3.id' }
  assert.deepEqual(days(newProjects(newest, lastWaitsAgain, 'waiting')), [9, 4, 2])
})
