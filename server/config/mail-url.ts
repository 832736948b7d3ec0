import { asciiAddress, isLoopback } from '../lib/addresses.ts'
import { OperatorError } from '../lib/errors.ts'
import { pathFrom } from './path-from.ts'

/** Who an e-mail is from and to, as headers have it. */
export interface Parties {
  readonly from: string
  readonly to: readonly string[]
}

export interface SmtpConfig {
  readonly driver: 'smtp'
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  /** No byte of mail or password without TLS. */
  readonly demandTls: boolean
  readonly login: { readonly user: string; readonly pass: string } | null
}

export interface EmailJsConfig {
  readonly driver: 'emailjs'
  readonly origin: string
  readonly publicKey: string
  readonly privateKey: string | null
  readonly serviceId: string
  readonly templateId: string
  /** The multipart variant of the call. */
  readonly asForm: boolean
}

export type MailConfig =
  | { readonly driver: 'files'; readonly directory: string; readonly parties: Parties }
  | (SmtpConfig & { readonly parties: Parties })
  | EmailJsConfig

/** The e-mail service fills its own template, which says who gets it: it needs no parties. */
export function readMailUrl(url: string, { to, from }: { to: string; from: string }): MailConfig {
  const scheme = url.slice(0, url.indexOf(':'))
  switch (scheme) {
    case 'file':
      return {
        driver: 'files',
        directory: fileDirectory(url),
        parties: readParties(to || 'specialist@localhost', from || 'kitchen-guide@localhost'),
      }
    case 'smtp':
    case 'smtps':
      return { ...smtp(parsed(url)), parties: readParties(to, from) }
    case 'emailjs':
    case 'emailjs+http':
      return emailJs(parsed(url))
  }
  throw new OperatorError(
    'MAIL_URL must be file:DIRECTORY, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST or emailjs://PUBLIC_KEY@HOST/SERVICE_ID/TEMPLATE_ID.',
  )
}

function fileDirectory(url: string): string {
  const path = pathFrom('MAIL_URL', url)
  if (path === '' || path.startsWith('//'))
    throw new OperatorError('MAIL_URL must be file:DIRECTORY, as file:data/outbox.')
  return path
}

function smtp({ protocol, hostname, port, username, password, pathname, search, hash }: URL): SmtpConfig {
  if (hostname === '') throw new OperatorError('MAIL_URL names no SMTP server.')
  // Mostly a password that was not encoded: its user is read as the server, and gets nothing.
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw new OperatorError(`MAIL_URL has more after the SMTP server. ${ENCODE}`)
  const secure = protocol === 'smtps:'
  // Each side would wait for the other to begin, and a visitor for both.
  if (!secure && port === '465')
    throw new OperatorError('MAIL_URL: Port 465 begins with TLS; write smtps:// instead of smtp://.')
  // It would go on without a login, and most servers take no e-mail then.
  if (username === '' && password !== '') throw new OperatorError('MAIL_URL has a password but no user.')
  const login = username === '' ? null : { user: decoded(username), pass: decoded(password) }
  return {
    driver: 'smtp',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    demandTls: login !== null || !isLoopback(hostname),
    login,
  }
}

function emailJs(url: URL): EmailJsConfig {
  const { protocol, host, hostname, username, password, pathname, search, hash } = url
  const [serviceId = '', templateId = '', ...rest] = pathname.split('/').slice(1).map(decoded)
  if (username === '') throw new OperatorError('MAIL_URL: The public key is required.')
  // Names, addresses and the private key would go there for everybody on the line to read.
  if (protocol !== 'emailjs:' && !isLoopback(hostname))
    throw new OperatorError('MAIL_URL: emailjs+http is for this machine alone; write emailjs:// for another.')
  if (serviceId === '') throw new OperatorError('MAIL_URL: The service ID is required.')
  if (templateId === '') throw new OperatorError('MAIL_URL: The template ID is required.')
  if (rest.length > 0 || !/^(\?form(=.*)?)?$/.test(search) || hash !== '')
    throw new OperatorError('MAIL_URL has more than SERVICE_ID/TEMPLATE_ID, or ?form, after the host.')
  return {
    driver: 'emailjs',
    origin: `${protocol === 'emailjs:' ? 'https' : 'http'}://${host}`,
    publicKey: decoded(username),
    privateKey: password === '' ? null : decoded(password),
    serviceId,
    templateId,
    asForm: search !== '',
  }
}

function readParties(to: string, from: string): Parties {
  const recipients = to
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (recipients.length === 0) throw new OperatorError('MAIL_TO must say who gets the projects by e-mail.')
  if (from === '') throw new OperatorError('MAIL_FROM must say which address the e-mails come from.')
  return {
    from: address('MAIL_FROM', from),
    to: recipients.map((recipient) => address('MAIL_TO', recipient)),
  }
}

function address(name: string, value: string): string {
  const written = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value) ? asciiAddress(value) : null
  if (written !== null) return written
  throw new OperatorError(`${name} must be plain addresses such as owner@kitchens.example.`)
}

/** What to do with an address that cannot be read. */
export const ENCODE = 'In user and password write % as %25, # as %23, / as %2F, ? as %3F and @ as %40.'

function parsed(url: string): URL {
  if (URL.canParse(url)) return new URL(url)
  throw new OperatorError(`MAIL_URL cannot be read as an address. ${ENCODE}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new OperatorError('MAIL_URL has a % that is not followed by two hexadecimal digits; write %25.')
  }
}
