import { type Filter, type FilterDefinition, filterNames, filters } from '../../../desk/filters.ts'

/** The filters with a field in "Filter and sort". */
export const filterFields = filterNames.flatMap((name) => {
  const { label, any = '', options }: FilterDefinition = filters[name]
  return label ? [{ name, label, any, options }] : []
})

/** The filter in the address of the page. The search may be too long, so that the page can say so. */
export function filterOf(query: URLSearchParams): Filter {
  const found: Record<string, string> = {}
  for (const { name } of filterFields) {
    const value = filters[name].read(query.get(name) ?? '')
    // The newest come first by default.
    if (value && value !== 'newest') found[name] = value
  }
  const search = query.get('search')
  return search ? { search, ...found } : found
}

/** How many fields of "Filter and sort" are set. */
export const filterCount = (filter: Filter) => filterFields.filter(({ name }) => filter[name]).length
