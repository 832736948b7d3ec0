import { indexStatements } from '../desk/inbox/project-index.ts'
import '../lib/node-version.ts'
import { pluralize } from '../../desk/pluralize.ts'
import { type Config, environment, readConfig } from '../config/config.ts'
import { createPeople, LINK_DAYS, normalizeAddress, type People } from '../desk/auth/people.ts'
import { OperatorError } from '../lib/errors.ts'
import { expectDatabase, newFileNote } from '../store/describe-storage.ts'
import { openDriver } from '../store/open-store.ts'
import { runCommand, UsageError, write } from './run-command.ts'

const USAGE = `Usage: npm run desk -- list
       npm run desk -- add NAME EMAIL    prints a link to choose a password, good once and for ${LINK_DAYS} days
       npm run desk -- reset EMAIL       ends every session and the password, and prints a new link
       npm run desk -- remove EMAIL`

/** How many words each verb wants after it; a name may be several. */
const WORDS = { list: 0, add: 2, reset: 1, remove: 1 } as const

type Verb = keyof typeof WORDS

await runCommand(USAGE, async (args) => {
  const order = orderFrom(args)
  const config = readConfig(environment())
  if (order.verb !== 'add') expectDatabase(config.storage)
  const note = newFileNote(config.storage)
  const driver = await openDriver(config.storage, { indexStatements })
  try {
    if (!driver.sql) throw new OperatorError('With Firestore there is no desk: use the hosted console.')
    await carryOut(order, createPeople(driver.sql), config)
    if (note) write(note)
  } finally {
    await driver.close()
  }
})

interface Order {
  readonly verb: Verb
  readonly name: string
  readonly email: string
}

async function carryOut({ verb, name, email }: Order, people: People, config: Config) {
  switch (verb) {
    case 'add':
      return tellLink(
        await people.add(name, email),
        `${email} is there already: reset makes a new link.`,
        config,
      )
    case 'reset':
      return tellLink(await people.reset(email), `There is nobody with the address ${email}.`, config)
    case 'remove': {
      if (!(await people.remove(email))) return refuse(`There is nobody with the address ${email}.`)
      write(`${email} is removed, and signed out.`)
      const left = await people.countProjects(email)
      if (left > 0) write(`${pluralize(left, 'project')} to give to somebody else: ${theirs(email, config)}`)
      return
    }
    case 'list': {
      const members = await people.list()
      for (const { name: called, email: address, password } of members)
        write(`${called}  ${address}${password === '' ? '  has not chosen a password yet' : ''}`)
      if (members.length === 0) write('Nobody yet, so the desk is off: npm run desk -- add NAME EMAIL')
    }
  }
}

/** Read before the database is opened, so that a slip of the pen makes none. */
function orderFrom([verb = 'list', ...words]: readonly string[]): Order {
  const email = words.at(-1) ?? ''
  if (!isVerb(verb) || (verb === 'add' ? words.length < WORDS.add : words.length !== WORDS[verb]))
    throw new UsageError('That is none of the commands.')
  if (verb !== 'list' && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email))
    throw new UsageError(`${email} is no e-mail address.`)
  const name = words.slice(0, -1).join(' ').trim()
  if (verb === 'add' && (name === '' || name.length > 100 || /\p{Cc}/u.test(name)))
    throw new UsageError('add wants NAME and EMAIL.')
  return { verb, name, email }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(WORDS, word)
}

function tellLink(token: string | null, otherwise: string, config: Config) {
  if (token === null) return refuse(otherwise)
  write(`Give them this link; it is good once, for ${LINK_DAYS} days:\n${deskOf(config)}#set=${token}`)
}

/** Where the inbox shows what a person has. */
function theirs(email: string, config: Config): string {
  return `${deskOf(config)}#/?${new URLSearchParams({ who: normalizeAddress(email) })}`
}

function deskOf({ siteDomain, host, port }: Config): string {
  return `${siteDomain ? `https://${siteDomain}` : `http://${nameOf(host)}:${port}`}/desk`
}

function refuse(why: string) {
  process.exitCode = 1
  write(why)
}

/** These two mean that a server listens on every address; neither can be opened. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
