/**
 * The name of each project's source, for the filter and the funnel, and the visits of each source by day. schema.ts adds
 * the columns of `projects`.
 */
export const sources = (): readonly string[] => [
  "alter table desk_projects add column source text not null default 'direct'",
  `create table desk_source_counts (
    day text not null, source text not null, visits integer not null, primary key (day, source)
  )`,
]
