/**
 * The private addresses at which homeowners see their project. `hash` is that of the token in the address. The day and
 * the place count what one e-mail address gets in a day: no two rows share all three.
 */
export const brief = (): readonly string[] => [
  `create table desk_briefs (
    hash text primary key, project_id text not null unique, email_hash text not null, day text not null,
    place integer not null, unique (email_hash, day, place)
  )`,
]
