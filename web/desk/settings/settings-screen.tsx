import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import {
  definitionOf,
  priceSettings,
  type Setting,
  type SettingGroup,
  type SettingName,
  type TestEmail,
} from '../../../desk/settings.ts'
import { explain, objectWith } from '../app/api-result.ts'
import { PRICES, SETTINGS } from '../app/paths.ts'
import { useAction, useApi, useDesk } from '../app/use-desk.ts'
import { failureText } from '../ui/failure-text.ts'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { settingsQuery } from './queries.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'

/** What owners change: each setting with its value, and below them the screens for rarer work. */
export function SettingsScreen() {
  const settings = useApi(settingsQuery)
  return (
    <>
      <ScreenHead hint="Settings without a value are not shown to homeowners." />
      <QueryView query={settings}>
        {(all) => (
          <div className={styles.columns}>
            <div>
              <Group title="Business" group="business" all={all} />
              <section aria-labelledby="prices-heading">
                <h2 id="prices-heading">Prices</h2>
                <RowLink to={PRICES} title="Prices that visitors see" text={pricesText(all)} />
              </section>
            </div>
            <div>
              <Group title="Leads" group="leads" all={all} />
              <TestEmailButton />
              <MoreScreens />
            </div>
          </div>
        )}
      </QueryView>
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly group: SettingGroup
  readonly all: readonly Setting[]
}

function Group({ title, group, all }: GroupProps) {
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses the group that a link leads to.
  useEffect(() => {
    if (hash === `#${group}`) heading.current?.focus()
  }, [hash, group])
  return (
    <section aria-labelledby={`${group}-heading`}>
      <h2 id={`${group}-heading`} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {all
        .filter(({ name }) => definitionOf(name).group === group)
        .map((setting) => (
          <SettingRow key={setting.name} setting={setting} />
        ))}
    </section>
  )
}

const pricesText = (all: readonly Setting[]) => {
  const names: readonly SettingName[] = Object.values(priceSettings)
  return names.map((name) => all.find((setting) => setting.name === name)?.value).join(', ')
}

function MoreScreens() {
  const { screensBelow } = useDesk()
  return (
    <nav aria-labelledby="more-heading">
      <h2 id="more-heading">More</h2>
      {screensBelow(SETTINGS).map(
        ({ path, title, hint }) => hint && <RowLink key={path} to={path} title={title} text={hint} />,
      )}
    </nav>
  )
}

const RowLink = ({ to, title, text }: { to: string; title: string; text: string }) => (
  <Link className={styles.row} to={to}>
    <span className={styles.value}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
  </Link>
)

/** Shows whether emails are sent, and what the mail server says. */
function TestEmailButton() {
  const { call, person } = useDesk()
  const test = useAction({
    send: async () => {
      const shape = objectWith<TestEmail>('isSuccess', 'outcome')
      const result = await call('settings/test-email', { method: 'POST', shape })
      if (!result.ok || result.value.isSuccess) return result
      const { outcome } = result.value
      return explain(`The email was not sent. ${failureText(outcome)} Details: ${outcome}.`)
    },
    doneText: ({ outcome }) => `An email was sent to ${person.email}. Response: ${outcome}.`,
    failedText: ({ kind }) =>
      kind === 'refused'
        ? 'Not sent. Wait a minute, then try again. EmailJS cannot send test emails.'
        : 'This may not have worked. Try again.',
  })
  return (
    <div className={styles.test}>
      <Button action={test} onClick={() => test.run()}>
        {test.isBusy ? 'Sending…' : 'Send me a test email'}
      </Button>
      <FormProblem>{test.problem}</FormProblem>
    </div>
  )
}
