import type { DialectName } from '../database.ts'

/** Words are now indexed in the transaction that saves a project, so there is no queue for indexing. */
export const search = (dialect: DialectName): readonly string[] => [
  'drop table desk_word_rules',
  ...(dialect === 'sqlite'
    ? [
        'drop table desk_unread',
        'drop table desk_search',
        "create virtual table desk_search using fts5(words, content='', contentless_delete=1)",
      ]
    : []),
]
