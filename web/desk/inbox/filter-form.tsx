import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Filter } from '../../../desk/filters.ts'
import { HEADING } from '../../ui/heading.tsx'
import { listOf } from '../app/api-result.ts'
import { pathWithQuery, queryOf } from '../app/paths.ts'
import { apiQuery, useApi, usePeople } from '../app/use-desk.ts'
import { DateField, SelectField } from '../ui/form-controls.tsx'
import { useWide } from '../ui/use-wide.ts'
import { sourceNameText } from '../ui/wording.ts'
import { filterCount, filterFields, filterOf } from './filter.ts'
import styles from './filter-form.module.css'
import { inboxKey } from './use-inbox.ts'

const sourcesQuery = apiQuery('sources', listOf<string>())

interface FilterFormProps {
  readonly filter: Filter
  /** The same search was submitted again. */
  readonly onRepeat: () => void
}

/** The filter of the inbox. It is stored in the address, so that Back undoes it and a link keeps it. */
export function FilterForm({ filter, onRepeat }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const narrow = useRef<HTMLDetailsElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const people = usePeople().map(({ name, email }) => ({ value: email, text: name }))
  // Most frequent first.
  const sources = useApi(sourcesQuery).data ?? []
  const loaded = {
    people: [{ value: 'nobody', text: 'Unassigned' }, ...people],
    sources: sources.map((source) => ({ value: source, text: sourceNameText(source) })),
  }
  const isWide = useWide()
  const count = filterCount(filter)
  const isOpened = isWide || count > 0
  const query = queryOf(filter).toString()

  // Updates the fields when Back or a link changes the address.
  useEffect(() => {
    const wanted = new URLSearchParams(query)
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
    for (const field of fields ?? []) field.value = wanted.get(field.name) ?? ''
  }, [query])

  // Opens the details for a wide window or a set filter. Never closes them, because a field may have the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wide window has nothing to open it by
  useLayoutEffect(() => {
    if (narrow.current && isOpened) narrow.current.open = true
  }, [isOpened, isWide])

  /** Returns whether the filter has changed. */
  function apply() {
    if (!form.current) return false
    const given = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) given.set(name, String(value).trim())
    const wanted = filterOf(given)
    if (queryOf(wanted).toString() === query) return false
    // A cached list is for Back only: it may have rows that no longer match.
    queryClient.removeQueries({ queryKey: inboxKey(wanted), exact: true })
    navigate(pathWithQuery('/', wanted))
    return true
  }

  return (
    <form
      className={`on-screen ${styles.filter}`}
      data-wide={isWide || undefined}
      ref={form}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault()
        if (!apply()) onRepeat()
      }}
    >
      <p className={styles.search}>
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
        // The link disappears with what it clears, so the focus moves to the heading.
        <Link
          className={`text-link ${styles.clear}`}
          to="/"
          onClick={() => document.getElementById(HEADING)?.focus({ preventScroll: true })}
        >
          Clear<span className="unseen"> search, filters and sorting</span>
        </Link>
      )}
      <details className={styles.narrow} ref={narrow}>
        <summary>Filter and sort{count > 0 && ` (${count})`}</summary>
        <div className={styles.fields}>
          {filterFields.map(({ options, ...field }) => {
            const shared = { ...field, defaultValue: filter[field.name], onChange: apply }
            if (!options) return <DateField key={field.name} {...shared} />
            const choices = typeof options === 'string' ? loaded[options] : options
            return <SelectField key={field.name} {...shared} options={choices} />
          })}
        </div>
      </details>
    </form>
  )
}
