import assert from 'node:assert/strict'
import { FIXED, type Setting, type SettingName } from '../../../desk/settings.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { PRICES_HEADER } from '../../../questionnaire/visit-signals.ts'
import { readConfig } from '../../config/config.ts'
import { sql } from '../../db/sql.ts'
import { createSettings } from '../../db/stored-settings.ts'
import { type Opened, onEveryDatabase, testDesk } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'

const post = (
  { ask }: Opened,
  ...changes: readonly (readonly [SettingName, before: string, value: string])[]
) => ask('POST', 'settings', { changes: changes.map(([name, before, value]) => ({ name, before, value })) })

const settingsIn = async ({ ask }: Opened) => {
  const all: readonly Setting[] = (await ask('GET', 'settings')).json()
  return (name: SettingName) => all.find((setting) => setting.name === name)
}

await onEveryDatabase('Settings', {
  'are changed at once on this server, and on another one with its next look': async (opened) => {
    const { app, again, audited, t } = opened
    const db = again()
    t.after(() => db.close())
    const other = createSettings(db.desk, readConfig({}))
    await other.load()
    assert.match((await app.inject('/')).body, /Renegade Remodelers/)
    const changed = await post(
      opened,
      ['BRAND_NAME', 'Renegade Remodelers', ' Oak & Sons '],
      ['PRICE_MINOR', '$15000-45000', '$20k-50k'],
    )
    assert.equal(changed.statusCode, 200)
    // The page was rendered and cached before.
    assert.match((await app.inject('/')).body, /Oak & Sons/)
    const setting = (await settingsIn(opened))('BRAND_NAME')
    assert.deepEqual([setting?.value, setting?.isFixed, setting?.change?.who], ['Oak & Sons', false, 'Ada'])
    await other.load()
    assert.deepEqual([other.current().brandName, other.current().prices.minor], ['Oak & Sons', '$20k-50k'])
    assert.deepEqual(await audited(2), [
      'ada@kitchens.example setting changed Minor: $15000-45000 → $20k-50k',
      'ada@kitchens.example setting changed Name: Renegade Remodelers → Oak & Sons',
    ])
  },

  'that two owners change at once: the second one sees the other’s value, and nothing is written': async (
    opened,
  ) => {
    await post(opened, ['BUSINESS_PHONE', '', '253 555 0142'])
    const second = await post(opened, ['BUSINESS_PHONE', '', '253 555 0199'], ['SEND_EARLY', 'off', 'on'])
    assert.equal(second.statusCode, 409)
    const found: readonly Setting[] = second.json()
    assert.equal(found.find(({ name }) => name === 'BUSINESS_PHONE')?.value, '253 555 0142')
    assert.equal((await settingsIn(opened))('SEND_EARLY')?.value, 'off')
    // The same change twice, for example after a lost response, is no conflict.
    assert.equal((await post(opened, ['BUSINESS_PHONE', '', '253 555 0142'])).statusCode, 200)
    assert.equal((await opened.audited()).filter((entry) => entry.includes('setting changed')).length, 1)
  },

  'are checked as the environment is, with a sentence that names the field': async (opened) => {
    for (const [name, before, value, problem] of [
      [
        'PRIVACY_URL',
        '',
        'privacy',
        '“Privacy notice” must be a complete URL that begins with https:// or http://.',
      ],
      ['HOLIDAYS', '', 'Christmas', '“Holidays” must be dates such as 2026-11-26, 2026-12-25.'],
      [
        'HOMEOWNER_COPY',
        'off',
        'on',
        '“Copy for the homeowner” requires SITE_URL for the link in the email.',
      ],
    ] as const) {
      const refused = await post(opened, [name, before, value])
      assert.deepEqual([refused.statusCode, refused.json().problem], [422, problem])
    }
    const empty = await post(opened, ['BRAND_NAME', 'Renegade Remodelers', ' '])
    assert.equal(empty.statusCode, 200)
    assert.equal((await settingsIn(opened))('BRAND_NAME')?.value, 'Renegade Remodelers')
  },

  'of the environment win, and cannot be changed': async (opened) => {
    // The test's operator has set it.
    const { write, services } = opened
    const refused = await post(opened, ['TIME_ZONE', 'UTC', 'America/Chicago'])
    assert.deepEqual([refused.statusCode, refused.json().problem], [422, FIXED])
    await write(sql`insert into desk_settings (key, value) values ('TIME_ZONE', 'America/Chicago')`)
    await services.storedSettings.load()
    const setting = (await settingsIn(opened))('TIME_ZONE')
    assert.deepEqual([setting?.value, setting?.isFixed], ['UTC', true])
  },

  'that are not valid anymore are ignored and reported, and the others stay': async ({ write, again, t }) => {
    for (const [key, value] of [
      ['HOMEOWNER_COPY', 'on'],
      ['BRAND_NAME', 'Oak & Sons'],
    ] as const)
      await write(sql`insert into desk_settings (key, value) values (${key}, ${value})`)
    const db = again()
    t.after(() => db.close())
    const ignored: SettingName[] = []
    const settings = createSettings(db.desk, readConfig({}), { onIgnored: (name) => ignored.push(name) })
    await settings.load()
    const { homeownerCopy, brandName } = settings.current()
    assert.deepEqual([homeownerCopy, brandName, ignored], [false, 'Oak & Sons', ['HOMEOWNER_COPY']])
  },

  'of prices: a project keeps those that its page showed, also after a restart': async (opened) => {
    const { services, again, put, file, emails, t } = opened
    const id = sampleId()
    const answers = sampleAnswers({ typeOfKitchenRemodel: 'Minor kitchen model', budget: '$18,000' })
    await post(opened, ['PRICE_MINOR', '$15000-45000', '$16,000-46,000'])
    const shown = services.settings().prices.id
    await post(opened, ['PRICE_MINOR', '$16,000-46,000', '$20,000-50,000'])
    await put(id, answers, { [PRICES_HEADER]: shown })
    const { costRange, budgetFit } = await file(id)
    assert.deepEqual([costRange, budgetFit], ['$16,000-46,000', 'within'])
    assert.match((await emails())[0] ?? '', /We tell visitors \$16,000-46,000 for Minor/)

    const restarted = await testDesk(t, { db: again() })
    await restarted.services.storedSettings.load()
    assert.equal((await restarted.file(id)).costRange, '$16,000-46,000')
    const later = sampleId()
    await restarted.put(later, answers, { [PRICES_HEADER]: 'invented <b>' })
    const { costRange: current, budgetFit: fit } = await restarted.file(later)
    assert.deepEqual([current, fit], ['$20,000-50,000', 'below'])
  },

  'of prices that are not two amounts leave the budget unclear': async (opened) => {
    const { services, put, file } = opened
    const id = sampleId()
    assert.equal((await post(opened, ['PRICE_MINOR', '$15000-45000', 'Ask us'])).statusCode, 200)
    const answers = sampleAnswers({ typeOfKitchenRemodel: 'Minor kitchen model', budget: '$18,000' })
    await put(id, answers, { [PRICES_HEADER]: services.settings().prices.id })
    const { costRange, budgetFit } = await file(id)
    assert.deepEqual([costRange, budgetFit], ['Ask us', 'unclear'])
  },
})
