import assert from 'node:assert/strict'
import { it } from 'node:test'
import { settingNames } from '../../desk/settings.ts'
import { defaultPrices } from '../../questionnaire/business.ts'
import { settingsWith } from '../testing/default-settings.ts'
import { readBusinessHours } from './business-hours.ts'
import { readConfig } from './config.ts'
import { pricesWithId, type SettingValues } from './settings.ts'

it('every setting that owners can change is read', () => {
  const set: SettingValues = {
    BRAND_NAME: 'Oak & Sons',
    BUSINESS_PHONE: '(253) 555-0142',
    BUSINESS_ADDRESS: '1 Elm St, Troy, WA 98000',
    PRIVACY_URL: 'https://kitchens.example/privacy',
    BUSINESS_HOURS: 'Mon-Sat 09:00-17:00',
    TIME_ZONE: 'America/Chicago',
    HOLIDAYS: '2026-11-26, 2026-12-25,',
    PRICE_MINOR: '$20k-50k',
    PRICE_MAJOR: '$50k-90k',
    PRICE_UPSCALE: 'from $90k',
    FDA_FEE: '$900',
    MAIL_TO: 'a@küchen.example, c@d.example,',
    REPLY_TIME: 'within 1 business day',
    HOMEOWNER_COPY: 'on',
    SEND_EARLY: 'on',
    ASK_PHONE: 'required',
    PROJECTS_PER_HOUR: '100',
    MIN_VISIT_SECONDS: '5',
    RETENTION_DAYS: '365',
  }
  const { prices, priceLists, ...others } = settingsWith(set, { SITE_URL: 'https://kitchens.example' })
  assert.deepEqual(others, {
    brandName: 'Oak & Sons',
    privacyUrl: 'https://kitchens.example/privacy',
    businessHours: {
      ...readBusinessHours('Mon-Sat 09:00-17:00', 'America/Chicago'),
      holidays: ['2026-11-26', '2026-12-25'],
    },
    mailTo: ['a@xn--kchen-kva.example', 'c@d.example'],
    homeownerCopy: true,
    sendEarly: true,
    askPhone: 'required',
    profile: {
      phone: '(253) 555-0142',
      address: '1 Elm St, Troy, WA 98000',
      replyTime: 'within 1 business day',
      hours: 'Monday to Saturday, 9 AM to 5 PM',
      sendsCopy: true,
    },
    projectsPerHour: 100,
    minVisitSeconds: 5,
    retentionDays: 365,
  })
  const { id, ...words } = prices
  assert.deepEqual(words, { minor: '$20k-50k', major: '$50k-90k', upscale: 'from $90k', fee: '$900' })
  assert.equal(priceLists.get(id), prices)
})

it('the environment fixes the settings that it sets', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, ' ']))
  assert.deepEqual(readConfig({ ...empty, BRAND_NAME: ' Oak & Sons\t' }).fixed, { BRAND_NAME: 'Oak & Sons' })
})

it('without an id a price list is the default one, and with an unknown id the current one', () => {
  const settings = settingsWith({ PRICE_MINOR: '$20k-50k' })
  assert.equal(pricesWithId('', settings).minor, defaultPrices.minor)
  assert.equal(pricesWithId('unknown', settings), settings.prices)
  assert.equal(pricesWithId(settingsWith({}).prices.id, settings).minor, defaultPrices.minor)
  assert.equal(settingsWith({ PRICE_MINOR: '$20k-50k' }).prices.id, settings.prices.id)
})
