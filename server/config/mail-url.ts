import { asciiAddress, isLoopback } from '../lib/addresses.ts'
import { OperatorError } from '../lib/errors.ts'
import { pathFrom } from './path-from.ts'

/** The sender and recipients of an email, as ASCII addresses. */
export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

export interface SmtpConfig {
  readonly driver: 'smtp'
  readonly host: string
  readonly port: number
  /** The connection begins with TLS. */
  readonly secure: boolean
  /** Emails and passwords are never sent without TLS. */
  readonly requireTls: boolean
  readonly login: { readonly user: string; readonly pass: string } | null
}

export interface EmailJsConfig {
  readonly driver: 'emailjs'
  readonly origin: string
  readonly publicKey: string
  readonly privateKey: string | null
  readonly serviceId: string
  readonly templateId: string
  readonly copyTemplateId?: string
  /** Calls the service with multipart form data instead of JSON. */
  readonly asForm: boolean
}

export type MailConfig =
  | { readonly driver: 'files'; readonly directory: string; readonly from: string }
  | (SmtpConfig & { readonly from: string })
  | EmailJsConfig

/** EmailJS needs no sender, because its template has one. */
export function readMailUrl(url: string, from: string): MailConfig {
  const scheme = url.slice(0, url.indexOf(':'))
  switch (scheme) {
    case 'file':
      return {
        driver: 'files',
        directory: readDirectory(url),
        from: readAddress('MAIL_FROM', from || 'kitchen-guide@localhost'),
      }
    case 'smtp':
    case 'smtps':
      if (from === '') throw new OperatorError('Set MAIL_FROM to the sender address of the emails.')
      return { ...readSmtp(parseUrl(url)), from: readAddress('MAIL_FROM', from) }
    case 'emailjs':
    case 'emailjs+http':
      return readEmailJs(parseUrl(url))
  }
  throw new OperatorError(
    'MAIL_URL must be file:DIRECTORY, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST or emailjs://PUBLIC_KEY@HOST/SERVICE_ID/TEMPLATE_ID.',
  )
}

function readDirectory(url: string): string {
  const path = pathFrom('MAIL_URL', url)
  if (path === '' || path.startsWith('//'))
    throw new OperatorError('MAIL_URL must be file:DIRECTORY, such as file:data/outbox.')
  return path
}

function readSmtp({ protocol, hostname, port, username, password, pathname, search, hash }: URL): SmtpConfig {
  if (hostname === '') throw new OperatorError('MAIL_URL must name an SMTP server.')
  // Usually the password is not percent-encoded, so the user was parsed as the server.
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw new OperatorError(`MAIL_URL has extra text after the SMTP server. ${ENCODE}`)
  const secure = protocol === 'smtps:'
  // Without this check, the server and this process would wait for each other.
  if (!secure && port === '465')
    throw new OperatorError('MAIL_URL: Port 465 starts with TLS. Use smtps:// instead of smtp://.')
  // Most servers accept no email without a sign-in.
  if (username === '' && password !== '') throw new OperatorError('MAIL_URL has a password but no user.')
  const login = username === '' ? null : { user: decode(username), pass: decode(password) }
  return {
    driver: 'smtp',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTls: login !== null || !isLoopback(hostname),
    login,
  }
}

function readEmailJs(url: URL): EmailJsConfig {
  const { protocol, host, hostname, username, password, pathname, search, hash } = url
  const [serviceId = '', templateId = '', copyTemplateId = '', ...rest] = pathname
    .split('/')
    .slice(1)
    .map(decode)
  if (username === '') throw new OperatorError('MAIL_URL: The public key is required.')
  // Without TLS, anyone on the network could read the answers and the private key.
  if (protocol !== 'emailjs:' && !isLoopback(hostname))
    throw new OperatorError(
      'MAIL_URL: emailjs+http is only for this machine. Use emailjs:// for other hosts.',
    )
  if (serviceId === '') throw new OperatorError('MAIL_URL: The service ID is required.')
  if (templateId === '') throw new OperatorError('MAIL_URL: The template ID is required.')
  if (rest.length > 0 || !/^(\?form(=.*)?)?$/.test(search) || hash !== '')
    throw new OperatorError(
      'After the host, MAIL_URL may only have SERVICE_ID/TEMPLATE_ID/COPY_TEMPLATE_ID and ?form.',
    )
  return {
    driver: 'emailjs',
    origin: `${protocol === 'emailjs:' ? 'https' : 'http'}://${host}`,
    publicKey: decode(username),
    privateKey: password === '' ? null : decode(password),
    serviceId,
    templateId,
    ...(copyTemplateId === '' ? {} : { copyTemplateId }),
    asForm: search !== '',
  }
}

/** Reads the addresses of a setting, separated by commas. */
export const readAddresses = (name: string, value: string): readonly string[] =>
  listIn(value).map((address) => readAddress(name, address))

/** The parts of a setting that are separated by commas. */
export const listIn = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function readAddress(name: string, value: string): string {
  const ascii = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value) ? asciiAddress(value) : null
  if (ascii !== null) return ascii
  throw new OperatorError(`${name} must be plain addresses such as owner@kitchens.example.`)
}

export const ENCODE = 'In the user and password, write % as %25, # as %23, / as %2F, ? as %3F and @ as %40.'

function parseUrl(url: string): URL {
  if (URL.canParse(url)) return new URL(url)
  throw new OperatorError(`MAIL_URL is not a valid URL. ${ENCODE}`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new OperatorError(
      'MAIL_URL has a % that is not followed by two hexadecimal digits. Write it as %25.',
    )
  }
}
