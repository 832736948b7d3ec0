import { readFile, rm, writeFile } from 'node:fs/promises'
import { build, type Manifest } from 'vite'
import { compressFiles } from './compress-files.ts'
import { SOURCE_HASH_FILE, sourceHash } from './source-hash.ts'

/**
 * Builds the product into dist/: `site/`, the files the public may fetch, with compressed copies, and
 * `page/page.js`, which renders the HTML of the visit and of the desk for whoever runs the site.
 */
export async function buildSite(): Promise<void> {
  const hash = await sourceHash()
  await rm('dist', { recursive: true, force: true })

  await build({
    logLevel: 'warn',
    build: {
      outDir: '../dist/site',
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: { input: 'web/main.tsx' },
    },
  })
  const visit = await takeManifest()

  // A build of its own, so that nothing else can change or split the visit's script.
  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { VISIT: JSON.stringify(filesOf(visit, 'main.tsx').script) },
    build: {
      outDir: '../dist/site',
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: { begin: 'web/begin.ts', desk: 'web/desk/main.tsx', 'count-steps': 'web/count-steps.ts' },
      },
    },
  })
  const others = await takeManifest()
  const site = {
    scripts: ['begin.ts', 'count-steps.ts'].map((name) => filesOf(others, name).script),
    styles: filesOf(visit, 'main.tsx').styles,
    desk: filesOf(others, 'desk/main.tsx'),
  }

  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(site), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { outDir: '../dist/page', emptyOutDir: true, ssr: 'page.tsx' },
  })
  await compressFiles('dist/site')
  await writeFile(SOURCE_HASH_FILE, hash)
}

async function takeManifest(): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile('dist/site/manifest.json', 'utf8'))
  await rm('dist/site/manifest.json')
  return manifest
}

function filesOf(manifest: Manifest, name: string) {
  const entry = manifest[name]
  if (!entry) throw new Error(`The build has no ${name}`)
  if (entry.imports?.length) throw new Error(`${name} is not one script`)
  return { script: `/${entry.file}`, styles: (entry.css ?? []).map((file) => `/${file}`) }
}

if (import.meta.main) await buildSite()
