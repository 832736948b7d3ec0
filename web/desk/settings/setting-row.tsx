import { type ReactNode, useRef, useState } from 'react'
import { definitionOf, MAX_SETTING_LENGTH, type Setting, type SettingKind } from '../../../desk/settings.ts'
import { Chevron } from '../../ui/icons.tsx'
import { useDesk } from '../app/use-desk.ts'
import { ActionForm, SelectField, TextField } from '../ui/form-controls.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import { useSaveSettings } from './queries.ts'
import styles from './settings.module.css'

/** A setting with its value, which opens to a form. One that the environment sets does not open. */
export function SettingRow({ setting }: { setting: Setting }) {
  const { timeZone } = useDesk()
  const text = valueText(setting, timeZone)
  const summary = (
    <>
      <span className={styles.value}>
        <b>{definitionOf(setting.name).label}</b>
        <span>{text || definitionOf(setting.name).help}</span>
      </span>
      {!text && <span className={styles.tag}>Not set</span>}
    </>
  )
  if (!setting.isFixed) return <ChangeableRow setting={setting}>{summary}</ChangeableRow>
  return (
    <div className={styles.row}>
      {summary}
      <span className={styles.tag}>Set by the operator</span>
    </div>
  )
}

/** The value as a row shows it; empty if it is not set. */
function valueText({ name, value }: Pick<Setting, 'name' | 'value'>, timeZone: string): string {
  const { kind, unit, zero, words } = definitionOf(name)
  if (words) return words[value] ?? value
  if (kind === 'number') return value === '0' ? (zero ?? value) : `${value} ${unit}`
  if (name === 'TIME_ZONE' && value === '') return `${timeZone} (the server’s time zone)`
  return value
}

function ChangeableRow({ setting, children }: { setting: Setting; children: ReactNode }) {
  const { timeZone } = useDesk()
  const { name, value, change } = setting
  const { help, unit } = definitionOf(name)
  const row = useRef<HTMLDetailsElement>(null)
  // What the person saw when they began to type.
  const [before, setBefore] = useState(value)
  const save = useSaveSettings({
    questionFor: ([wanted]) =>
      name === 'RETENTION_DAYS' && Number(wanted?.value) > 0
        ? {
            title: `Erase projects after ${wanted?.value} days?`,
            text: 'Older projects are erased within a day, and from then on every day. They cannot be restored.',
            yes: 'Erase them',
          }
        : undefined,
    onSaved: close,
    onConflict: (current) => setBefore(current.find((one) => one.name === name)?.value ?? before),
  })

  function close() {
    if (!row.current) return
    row.current.querySelector('summary')?.focus()
    row.current.open = false
  }

  return (
    <details className={styles.details} ref={row} onToggle={() => setBefore(value)}>
      <summary className={styles.row}>
        {children}
        <Chevron />
      </summary>
      <ActionForm
        action={{
          ...save,
          run: (fields: { value: string }) => save.run([{ name, before, value: fields.value }]),
        }}
        label="Save"
        busy="Saving…"
      >
        <SettingField setting={setting} />
        <p className="hint" id={`${name}-help`}>
          {unit && `Enter a number of ${unit}.`} {help}
          {change && ` Changed by ${change.who}, ${timestampInSentence(change.at, timeZone)}.`}
        </p>
      </ActionForm>
      {name === 'TIME_ZONE' && <TimeZones />}
    </details>
  )
}

const inputs: Readonly<Partial<Record<SettingKind, object>>> = {
  phone: { type: 'tel' },
  url: { type: 'url', placeholder: 'https://' },
  emails: { inputMode: 'email', autoCapitalize: 'none' },
  'time zone': { list: 'time-zones' },
  number: { inputMode: 'numeric', pattern: '[0-9]*' },
}

function SettingField({ setting: { name, value } }: { setting: Setting }) {
  const { kind, label, words } = definitionOf(name)
  const common = { name: 'value', label, defaultValue: value, 'aria-describedby': `${name}-help` }
  return words ? (
    // The key, because resetting a form would choose the value with which it was opened first.
    <SelectField
      key={value}
      {...common}
      options={Object.entries(words).map(([value, text]) => ({ value, text }))}
    />
  ) : (
    <TextField
      {...common}
      {...inputs[kind]}
      required={false}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_SETTING_LENGTH}
    />
  )
}

const TimeZones = () => (
  <datalist id="time-zones">
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
)
