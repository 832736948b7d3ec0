import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startProduct } from '../e2e/product.ts'
import { createSandbox, type Sandbox } from '../faults/harness/sandbox.ts'
import { compressFiles } from '../scripts/compress-files.ts'
import { type Found, firstLoadPart, ROUNDS } from './first-load-part.ts'
import { interleaved } from './interleaved.ts'
import { type Beginning, beginningOf, type Kind, type Load, loadOf } from './landing-load.ts'
import { LIMIT, OURS } from './names.ts'
import type { Bench } from './part.ts'
import { openBrowser } from './phone.ts'
import { median } from './quantile.ts'
import { type StaticSite, serveFolders } from './static-site.ts'
import { CLIENT_ONLY, FORMIO, openWebPeers, type Site, SURVEYJS } from './web-peers.ts'

/** From an address that was never opened before to a visit that has begun. */
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
    const ours = { ...CLIENT_ONLY, who: OURS, url: product.url }
    const sites: Site[] = [ours, { ...ours, who: LIMIT, url: limit.url }, ...peers.sites]
    const runs = await interleaved(sites, quick ? 1 : ROUNDS, async (site) => ({
      load: await loadOf(browser, site),
      // The limit has no script, so nothing follows a press.
      beginning: site.who === LIMIT ? null : await beginningOf(browser, site),
    }))
    return firstLoadPart(
      sites.map(({ who }, index) => foundOf(who, runs[index] ?? [])),
      peers.missing,
    )
  },
}

interface Run {
  readonly load: Load
  readonly beginning: Beginning | null
}

/** The same HTML, styles, fonts and picture as a bare page without any script. */
async function openLimit({ directory }: Sandbox, productUrl: string): Promise<StaticSite> {
  const html = await (await fetch(productUrl)).text()
  await writeFile(join(directory, 'index.html'), html.replace(/<script\b.*?<\/script>/gs, ''))
  await compressFiles(directory)
  return serveFolders([directory, resolve('dist/site')])
}

function foundOf(who: string, runs: readonly Run[]): Found {
  const beginnings = runs.flatMap(({ beginning }) => beginning ?? [])
  const over = (value: (load: Load) => number) => median(runs.map(({ load }) => value(load)))
  const bytesOf = (kind: Kind) => over(({ bytes }) => bytes[kind])
  return {
    who,
    firstPaintMs: over(({ firstPaintMs }) => firstPaintMs),
    largestPaintMs: over(({ largestPaintMs }) => largestPaintMs),
    bytes: {
      document: bytesOf('document'),
      script: bytesOf('script'),
      style: bytesOf('style'),
      font: bytesOf('font'),
      picture: bytesOf('picture'),
    },
    beginning:
      beginnings.length === 0
        ? null
        : {
            pressedMs: median(beginnings.map(({ pressedMs }) => pressedMs)),
            begunMs: median(beginnings.map(({ begunMs }) => begunMs)),
          },
  }
}
