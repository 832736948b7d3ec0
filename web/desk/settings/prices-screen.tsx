import { Link } from 'react-router'
import { pluralize } from '../../../desk/pluralize.ts'
import { boundsOf } from '../../../desk/price-bounds.ts'
import { definitionOf, FIXED, priceSettings, type Setting } from '../../../desk/settings.ts'
import {
  COST_NOTE,
  FDA,
  type Prices,
  remodelTypeKeys,
  remodelTypes,
} from '../../../questionnaire/business.ts'
import { kitchenOf } from '../../pictures/kitchens.ts'
import { Picture } from '../../pictures/picture.tsx'
import { ArrowLeft } from '../../ui/icons.tsx'
import { SETTINGS } from '../app/paths.ts'
import { useApi, useDesk } from '../app/use-desk.ts'
import { Button, FormProblem, TextField } from '../ui/form-controls.tsx'
import { QueryView } from '../ui/loading-states.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { useDraft } from '../ui/use-draft.ts'
import styles from './prices.module.css'
import { type Changes, settingsQuery, useSaveSettings } from './queries.ts'

/** The prices, as visitors read them and as the budget check reads them. */
export function PricesScreen() {
  const { titleOf } = useDesk()
  const settings = useApi(settingsQuery)
  return (
    <>
      <Link className="text-link" to={SETTINGS}>
        <ArrowLeft />
        {titleOf(SETTINGS)}
      </Link>
      <ScreenHead hint="Visitors read them exactly as you type them." />
      <QueryView query={settings}>{(all) => <PriceForm all={all} />}</QueryView>
    </>
  )
}

type PriceKey = keyof Prices
// The return type of Object.keys is string[].
const priceKeys = Object.keys(priceSettings) as readonly PriceKey[]

/** What was typed and is not saved. */
type Typed = Readonly<Partial<Record<PriceKey, Changes[number]>>>

function PriceForm({ all }: { all: readonly Setting[] }) {
  const [typed = {}, setTyped, clear] = useDraft<Typed>('prices')
  const settingOf = (key: PriceKey) => all.find(({ name }) => name === priceSettings[key])
  const priceOf = (key: PriceKey) => typed[key]?.value ?? settingOf(key)?.value ?? ''
  const changed = priceKeys.filter((key) => typed[key])
  const save = useSaveSettings({
    onSaved: clear,
    onConflict: (current) => {
      const seen = priceKeys.flatMap((key) => {
        const before = current.find(({ name }) => name === priceSettings[key])?.value
        const change = typed[key]
        return change && before !== undefined ? [[key, { ...change, before }] as const] : []
      })
      if (seen.length > 0) setTyped(Object.fromEntries(seen))
    },
  })

  function type(key: PriceKey, value: string) {
    const { [key]: earlier, ...others } = typed
    const current = settingOf(key)?.value ?? ''
    const change = { name: priceSettings[key], before: earlier?.before ?? current, value }
    const next = value === current ? others : { ...others, [key]: change }
    setTyped(Object.keys(next).length > 0 ? next : undefined)
  }

  return (
    <form
      className={styles.prices}
      onSubmit={(event) => {
        event.preventDefault()
        void save.run(Object.values(typed))
      }}
    >
      <div>
        {priceKeys.map((key) => (
          <div className={styles.price} key={key}>
            <i data-remodel={key === 'fee' ? undefined : key} />
            <TextField
              label={definitionOf(priceSettings[key]).label}
              value={priceOf(key)}
              required={false}
              maxLength={100}
              autoComplete="off"
              readOnly={settingOf(key)?.isFixed}
              aria-describedby={`${key}-reading`}
              onChange={({ target }) => type(key, target.value)}
            />
            <p className="hint" id={`${key}-reading`}>
              <Reading price={priceOf(key)} />
              {settingOf(key)?.isFixed && ` ${FIXED}`}
              {typed[key] && (
                <>
                  {' '}
                  Before: <span className="whole">{settingOf(key)?.value}</span>,{' '}
                  <button
                    className={styles.undo}
                    type="button"
                    onClick={() => type(key, settingOf(key)?.value ?? '')}
                  >
                    undo
                  </button>
                </>
              )}
            </p>
          </div>
        ))}
      </div>
      <Preview priceOf={priceOf} changed={changed} />
      <FormProblem>{save.problem}</FormProblem>
      {changed.length > 0 && (
        <div className={styles.bar}>
          <b>{pluralize(changed.length, 'change')} not saved</b>
          <Button onClick={clear}>Discard</Button>
          <button className="button primary small" type="submit" aria-disabled={save.isBusy}>
            {save.isBusy ? 'Saving…' : 'Save prices'}
          </button>
        </div>
      )}
    </form>
  )
}

/** How the budget check reads a price. */
function Reading({ price }: { price: string }) {
  const bounds = boundsOf(price)
  if (!bounds) return <b className={styles.unreadable}>We cannot read this as two amounts.</b>
  return (
    <>
      Read as{' '}
      <b>
        {dollars(bounds.low)} to {dollars(bounds.high)}
      </b>
      .
    </>
  )
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

interface PreviewProps {
  readonly priceOf: (key: PriceKey) => string
  readonly changed: readonly PriceKey[]
}

/** What visitors see with the typed prices. */
const Preview = ({ priceOf, changed }: PreviewProps) => (
  <section className={`part ${styles.preview}`} aria-labelledby="preview-heading">
    <h2 id="preview-heading">Preview</h2>
    <ul>
      {remodelTypeKeys.map((key) => (
        <li key={key} data-remodel={key} data-changed={changed.includes(key) || undefined}>
          <Picture {...kitchenOf.print(key)} />
          {changed.includes(key) && <span className={styles.changed}>Changed</span>}
          <b>{remodelTypes[key].name.toUpperCase()}</b>
          <span className="serif">{priceOf(key)}</span>
        </li>
      ))}
    </ul>
    <p>{COST_NOTE}</p>
    <p data-changed={changed.includes('fee') || undefined}>
      {changed.includes('fee') && <span className={styles.changed}>Changed</span>}
      The {FDA} process has a fee of <b className="whole">{priceOf('fee')}</b>, depending on your needs.
    </p>
    <p className="hint">
      They are also in the brief, the homeowner’s email and the call sheet. Projects that were already
      received keep the prices that the homeowner saw.
    </p>
  </section>
)
