import '../lib/node-version.ts'
import { type Role, roles } from '../../desk/api.ts'
import { isPersonName, LINK_DAYS } from '../../desk/limits.ts'
import { pluralize } from '../../desk/pluralize.ts'
import { type Config, environment, readConfig } from '../config/config.ts'
import { expectDatabase, newFileNote } from '../db/describe-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import { deskAddress } from '../staff/desk-url.ts'
import { createPeople, isAddress, normalizeAddress, type People } from '../staff/people.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run desk -- list
       npm run desk -- add NAME EMAIL [owner|specialist]
                                         prints a link for choosing a password, which works once and expires after ${LINK_DAYS} days;
                                         the first person is an owner, others are specialists by default
       npm run desk -- reset EMAIL       ends all sessions, removes password and passkeys, and prints a new link
       npm run desk -- remove EMAIL`

/** The minimum number of words after each verb. A name may have several words. */
const WORDS = { list: 0, add: 2, reset: 1, remove: 1 } as const

type Verb = keyof typeof WORDS

await runCommand(USAGE, async (args) => {
  const request = requestFrom(args)
  const config = readConfig(environment())
  if (request.verb !== 'add') expectDatabase(config.storage)
  const note = newFileNote(config.storage)
  await using db = await openDatabase(config.storage)
  await run(request, createPeople(db), config)
  if (note) print(note)
})

interface Request {
  readonly verb: Verb
  readonly name: string
  readonly email: string
  readonly role: Role
}

async function run({ verb, name, email, role }: Request, people: People, config: Config) {
  switch (verb) {
    case 'add':
      return printLink(
        await people.add({ name, email, role }),
        `${email} was already added. To create a new link, use reset.`,
        config,
      )
    case 'reset':
      return printLink(await people.reset(email), `There is no person with the address ${email}.`, config)
    case 'remove': {
      const removed = await people.remove(email)
      if (removed === 'unknown person') return fail(`There is no person with the address ${email}.`)
      if (removed === 'last owner')
        return fail(`${email} is the last owner. First add another one, who must choose a password.`)
      print(`${email} was removed and signed out.`)
      const left = await people.countProjects(email)
      if (left > 0) print(`${pluralize(left, 'project')} to reassign: ${projectsUrl(email, config)}`)
      return
    }
    case 'list': {
      const members = await people.list()
      for (const member of members)
        print(
          `${member.name}  ${member.email}  ${member.role}${member.password === '' ? '  has not chosen a password yet' : ''}`,
        )
      if (members.length === 0)
        print('The desk is off until you add a person: npm run desk -- add NAME EMAIL')
    }
  }
}

/** Parsed before the database is opened, so that a typing error does not create one. */
function requestFrom([verb = 'list', ...given]: readonly string[]): Request {
  const role = roles.find((one) => one === given.at(-1))
  const words = verb === 'add' && role ? given.slice(0, -1) : given
  const email = words.at(-1) ?? ''
  if (!isVerb(verb) || (verb === 'add' ? words.length < WORDS.add : words.length !== WORDS[verb]))
    throw new UsageError('Unknown command.')
  if (verb !== 'list' && !isAddress(email)) throw new UsageError(`${email} is not an email address.`)
  const name = words.slice(0, -1).join(' ').trim()
  if (verb === 'add' && !isPersonName(name)) throw new UsageError('add requires NAME and EMAIL.')
  return { verb, name, email, role: role ?? 'specialist' }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(WORDS, word)
}

function printLink(token: string | null, otherwise: string, config: Config) {
  if (token === null) return fail(otherwise)
  print(
    `Send them this link. It works once and expires after ${LINK_DAYS} days:\n${deskAddress(config)}#set=${token}`,
  )
}

/** The inbox with the projects of one person. */
function projectsUrl(email: string, config: Config): string {
  return `${deskAddress(config)}?${new URLSearchParams({ who: normalizeAddress(email) })}`
}

function fail(reason: string) {
  process.exitCode = 1
  print(reason)
}
