import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startProduct } from '../e2e/support/product.ts'
import { createSandbox, type Sandbox } from '../faults/harness/sandbox.ts'
import { compressFiles } from '../scripts/compress-files.ts'
import { type Finding, firstLoadPart, ROUNDS } from './first-load-part.ts'
import { type Kind, type Load, loadLanding, type Start, startVisit } from './landing-load.ts'
import { type Bench, LIMIT, OURS } from './part.ts'
import { openBrowser } from './phone.ts'
import { type StaticSite, serveFolders } from './static-site.ts'
import { median, takeTurns } from './statistics.ts'
import { CLIENT_ONLY, FORMIO, openWebPeers, type Site, SURVEYJS } from './web-peers.ts'

/** Measures from opening the address for the first time to the first question. */
export const firstLoad: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const product = await startProduct()
    sandbox.defer(() => product.stop())
    const peers = await openWebPeers([CLIENT_ONLY, SURVEYJS, FORMIO])
    sandbox.defer(() => peers.close())
    const limit = await openLimit(sandbox, product.url)
    sandbox.defer(() => limit.close())
    const browser = await openBrowser()
    sandbox.defer(() => browser.close())
    const ours = { ...CLIENT_ONLY, name: OURS, url: product.url }
    const sites: Site[] = [ours, { ...ours, name: LIMIT, url: limit.url }, ...peers.sites]
    const runs = await takeTurns(sites, quick ? 1 : ROUNDS, async (site) => ({
      load: await loadLanding(browser, site),
      // The limit has no script, so a press does nothing.
      start: site.name === LIMIT ? null : await startVisit(browser, site),
    }))
    return firstLoadPart(
      sites.map(({ name }, index) => findingOf(name, runs[index] ?? [])),
      peers.missing,
    )
  },
}

interface Run {
  readonly load: Load
  readonly start: Start | null
}

async function openLimit({ directory }: Sandbox, productUrl: string): Promise<StaticSite> {
  const html = await (await fetch(productUrl)).text()
  await writeFile(join(directory, 'index.html'), html.replace(/<script\b.*?<\/script>/gs, ''))
  await compressFiles(directory)
  return serveFolders([directory, resolve('dist/site')])
}

function findingOf(name: string, runs: readonly Run[]): Finding {
  const starts = runs.flatMap(({ start }) => start ?? [])
  const over = (value: (load: Load) => number) => median(runs.map(({ load }) => value(load)))
  const bytesOf = (kind: Kind) => over(({ bytes }) => bytes[kind])
  return {
    name,
    firstPaintMs: over(({ firstPaintMs }) => firstPaintMs),
    largestPaintMs: over(({ largestPaintMs }) => largestPaintMs),
    bytes: {
      document: bytesOf('document'),
      script: bytesOf('script'),
      style: bytesOf('style'),
      font: bytesOf('font'),
      picture: bytesOf('picture'),
    },
    start:
      starts.length === 0
        ? null
        : {
            pressedMs: median(starts.map(({ pressedMs }) => pressedMs)),
            questionMs: median(starts.map(({ questionMs }) => questionMs)),
          },
  }
}
