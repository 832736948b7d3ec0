import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The imports allowed in a feature of the desk, which may not import another feature. Only `app` imports all of them. */
const deskFeature = [
  'questionnaire',
  'desk',
  'web/ui',
  'web/pictures',
  'web/desk/app',
  'web/desk/ui',
  'react',
  'react-dom',
  'react-router',
  '@tanstack/react-query',
]

/**
 * The imports allowed in each folder, besides the folder itself. A file belongs to the longest matching folder name. A
 * folder may import its parent or a subfolder only if it is listed.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(globSync('web/desk/*/').map((folder) => [folder.replace(/\/$/, ''), deskFeature])),

  // Shows the price screens of the visit.
  'web/desk/settings': [...deskFeature, 'web/pictures'],

  questionnaire: [],
  desk: ['questionnaire'],

  'web/ui': ['questionnaire', 'react', 'react-dom'],
  'web/assets': [],
  'web/pictures': ['questionnaire', 'web/assets', 'react'],
  'web/fields': ['questionnaire', 'web/ui', 'web/pictures', 'react'],
  'web/slides': ['questionnaire', 'web/ui', 'web/pictures', 'web/assets', 'react', 'react-dom'],
  'web/brief': ['questionnaire', 'web/ui', 'web/pictures', 'web/visit', 'web/styles', 'react'],
  'web/screens': [
    'questionnaire',
    'web/ui',
    'web/pictures',
    'web/fields',
    'web/slides',
    'web/brief',
    'web/visit',
    'react',
    'react-dom',
  ],
  'web/visit': [
    'questionnaire',
    'desk',
    'web/ui',
    'web/fields',
    'web/screens',
    'web/styles',
    'react',
    'react-dom',
  ],
  'web/pages': [
    'questionnaire',
    'web/assets',
    'web/ui',
    'web/screens',
    'web/brief',
    'web/visit',
    'react',
    'react-dom',
  ],
  'web/desk': [
    'web/ui',
    'web/desk/app',
    'web/styles',
    'react',
    'react-dom',
    'react-router',
    '@tanstack/react-query',
  ],
  'web/desk/app': [...deskFeature, 'web/desk/*', 'web/styles', '@simplewebauthn/browser'],

  'server/lib': [],
  'server/config': ['server/lib', 'questionnaire', 'desk'],
  'server/monitoring': ['server/lib', 'server/config', 'pino', 'pino-pretty', 'fastify'],
  'server/http': ['questionnaire', 'desk', 'server/lib', 'server/config', 'server/monitoring', 'fastify'],
  'server/db': ['questionnaire', 'desk', 'server/lib', 'server/config', 'server/db/*', 'pg'],
  'server/db/migrations': ['server/db'],
  'server/db/sqlite': ['server/db', 'server/lib'],
  'server/db/postgres': ['server/db', 'server/lib', 'pg'],
  'server/backup': ['server/lib', 'server/config', 'server/monitoring', 'server/db/sqlite', 'age-encryption'],
  'server/mail': ['server/lib', 'server/config', 'server/monitoring', 'questionnaire', 'server/mail/*'],
  'server/mail/files': ['server/mail', 'server/config', 'server/lib', 'questionnaire', 'nodemailer'],
  'server/mail/smtp': ['server/mail', 'server/config', 'server/lib', 'questionnaire', 'nodemailer'],
  'server/mail/emailjs': ['server/mail', 'server/config', 'server/lib', 'questionnaire'],
  'server/outbox': ['desk', 'server/lib', 'server/monitoring', 'server/db', 'server/mail'],
  'server/outbox/channels': [
    'questionnaire',
    'server/lib',
    'server/config',
    'server/monitoring',
    'server/db',
    'server/mail',
    'server/outbox',
    'standardwebhooks',
    'google-auth-library',
  ],
  'server/projects': [
    'questionnaire',
    'desk',
    'server/lib',
    'server/config',
    'server/monitoring',
    'server/http',
    'server/db',
    'server/mail',
    'server/outbox',
    'server/outbox/channels',
    'fastify',
  ],
  'server/staff': [
    'desk',
    'server/lib',
    'server/config',
    'server/monitoring',
    'server/http',
    'server/db',
    'server/mail',
    'server/projects',
    'fastify',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-en',
    '@simplewebauthn/server',
    'p-limit',
  ],
  'server/desk': [
    'questionnaire',
    'desk',
    'server/lib',
    'server/config',
    'server/monitoring',
    'server/http',
    'server/backup',
    'server/db',
    'server/mail',
    'server/outbox',
    'server/outbox/channels',
    'server/projects',
    'server/staff',
    'server/desk/*',
    'fastify',
    'p-limit',
  ],
  'server/site': [
    'questionnaire',
    'server/lib',
    'server/config',
    'server/monitoring',
    'server/http',
    'server/backup',
    'server/db',
    'server/mail',
    'server/outbox',
    'fastify',
    '@fastify/static',
  ],
  server: ['questionnaire', 'desk', 'server/*', 'fastify'],
  'server/cli': ['questionnaire', 'desk', 'server/*'],
}

/** Matches imports, type-only imports, dynamic imports and re-exports. */
const IMPORT = /(?: from|^import) '([^']+)'$|\bimport\(\s*'([^']+)'/gm

const folders = Object.keys(mayImport).sort((a, b) => b.length - a.length)
const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`))

const files = globSync('{questionnaire,desk,web,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.ts$|\/testing\/|\/test-/.test(file))
  .sort()

function importsOf(file: string): readonly string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    ([, from, dynamic]) => from ?? dynamic ?? '',
  )
  const resolved = found.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name))
  return resolved.filter((name) => !name.startsWith('node:'))
}

/** Why an import is not allowed, or null. */
function problemWith(file: string, imported: string): string | null {
  const from = folderOf(file)
  const isFile = existsSync(imported.replace('?url', ''))
  const to = isFile ? (folderOf(imported) ?? dirname(imported)) : packageOf(imported)
  if (!from || from === to) return null
  const allowed = (mayImport[from] ?? []).some((name) =>
    name.endsWith('/*') ? to.startsWith(name.slice(0, -1)) : name === to,
  )
  return allowed ? null : `${file} imports ${imported}, and ${from} may not import ${to}`
}

const packageOf = (name: string) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name

const problems = files.flatMap((file) => importsOf(file).flatMap((one) => problemWith(file, one) ?? []))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
