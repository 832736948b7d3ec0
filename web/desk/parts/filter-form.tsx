import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Filter } from '../../../desk/api.ts'
import { statuses } from '../../../desk/status.ts'
import { remodelTypes } from '../../../questionnaire/business.ts'
import { HEADING } from '../../ui/heading.tsx'
import { addressOf, filterCount, filterOf, queryOf } from '../address.ts'
import { useDesk } from '../use-desk.ts'
import { listKey } from '../use-inbox.ts'
import { usePeople } from '../use-people.ts'
import { goTo } from '../use-place.ts'
import { useWide } from '../use-wide.ts'
import { DateField, SelectField } from './fields.tsx'

/** Lists what is listed once more, as it is now. */
export type Again = RefObject<(() => void) | undefined>

interface FilterFormProps {
  readonly filter: Filter
  readonly again: Again
}

/** What the inbox shows. It lives in the address, so that Back takes it back and a link keeps it. */
export function FilterForm({ filter, again }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const narrow = useRef<HTMLDetailsElement>(null)
  const { memory } = useDesk()
  const people = usePeople()
  const isWide = useWide()
  const count = filterCount(filter)
  const isOpened = isWide || count > 0
  const query = queryOf(filter).toString()

  // Follows the address, which Back and links change without this form.
  useEffect(() => {
    const wanted = new URLSearchParams(query)
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
    for (const field of fields ?? []) field.value = wanted.get(field.name) ?? ''
  }, [query])

  // Follows the window and the filter, but closes nothing: somebody may be in one of the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wide window has nothing to open it by
  useLayoutEffect(() => {
    if (narrow.current && isOpened) narrow.current.open = true
  }, [isOpened, isWide])

  /** Tells whether another list is wanted. */
  function apply() {
    if (!form.current) return
    const given = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) given.set(name, String(value).trim())
    const wanted = filterOf(given)
    if (queryOf(wanted).toString() === query) return false
    // What is kept of it is for Back: rows that no longer belong there would stay.
    memory.delete(listKey(wanted))
    goTo({ kind: 'inbox', filter: wanted })
    return true
  }

  return (
    <form
      className="filter"
      data-wide={isWide || undefined}
      ref={form}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault()
        if (!apply()) again.current?.()
      }}
    >
      <p className="search">
        <label className="unseen" htmlFor="search">
          Search
        </label>
        <input
          className="input"
          id="search"
          name="search"
          type="search"
          placeholder="Name, city, any word"
          defaultValue={filter.search}
        />
        <button className="button primary small" type="submit">
          Search
        </button>
      </p>
      {query && (
        // The link goes with what it clears, so the focus goes back to the heading.
        <a
          className="text-link clear"
          href={addressOf({ kind: 'inbox', filter: {} })}
          onClick={() => document.getElementById(HEADING)?.focus({ preventScroll: true })}
        >
          Clear<span className="unseen"> search, filters and sorting</span>
        </a>
      )}
      <details className="narrow" ref={narrow}>
        <summary>Filter and sort{count > 0 && ` (${count})`}</summary>
        <div className="narrow-fields">
          <SelectField
            name="status"
            label="Status"
            any="Any"
            value={filter.status}
            onChange={apply}
            options={statuses.map((status) => ({ value: status, text: status }))}
          />
          <SelectField
            name="who"
            label="Who has it"
            any="Anybody"
            value={filter.who}
            onChange={apply}
            options={[
              { value: 'nobody', text: 'Nobody' },
              ...people.map(({ name, email }) => ({ value: email, text: name })),
            ]}
          />
          <SelectField
            name="type"
            label="Type"
            any="Any"
            value={filter.type}
            onChange={apply}
            options={Object.values(remodelTypes).map(({ name, answer }) => ({ value: answer, text: name }))}
          />
          <DateField name="from" label="Received from" value={filter.from} onChange={apply} />
          <DateField name="to" label="Received until" value={filter.to} onChange={apply} />
          <SelectField
            name="sort"
            label="Sorted"
            any="Newest first"
            value={filter.sort}
            onChange={apply}
            options={[
              { value: 'oldest', text: 'Oldest first' },
              { value: 'waiting', text: 'Longest waiting' },
            ]}
          />
        </div>
      </details>
    </form>
  )
}
