import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import type { ProjectMail } from '../mail/mailer.ts'
import { defaultSettings } from './default-settings.ts'

const createdAt = new Date('2026-11-15T12:34:56Z')

/** An email about a new project. */
export const sampleMail = (changes: Partial<Answers> = {}, more: Partial<ProjectMail> = {}): ProjectMail => ({
  project: { id: 'k3J9x_aBcDeFgHiJkLmNoP', createdAt, answers: sampleAnswers(changes), source: noSource },
  revision: 1,
  revisedAt: createdAt,
  isUpdate: false,
  isTest: false,
  extraAnswers: {},
  changed: [],
  timeZone: 'America/Chicago',
  callSheetUrl: null,
  prices: defaultSettings.prices,
  ...more,
})
