/** Counts of failed sign-ins, and the browsers in which a person has signed in. */
export const signIn = (): readonly string[] => [
  'create table desk_sign_in_failures (counter integer primary key, failures integer not null, at text not null)',
  `create table desk_devices (
    hash text not null, email text not null, seen_at text not null, primary key (hash, email)
  )`,
]
