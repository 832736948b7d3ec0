/**
 * The private addresses of briefs. `hash` is the hash of the token in the address. `place` numbers the briefs that one
 * email address gets in a day, which limits them.
 */
export const brief = (): readonly string[] => [
  `create table desk_briefs (
    hash text primary key, project_id text not null unique, email_hash text not null, day text not null,
    place integer not null, unique (email_hash, day, place)
  )`,
]
