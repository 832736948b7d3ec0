// Creates the film of the slide 'process' from its words, the page in art/film and the masters: `npm run film`.
// `npm run film -- --look 3 12.5` only writes the frames at those seconds to art/film/work.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { onStage } from './on-stage.ts'
import { MAX_FILM_BYTES } from './picture-budgets.ts'

const FRAMES_PER_SECOND = 30
const POSTER_AT = 37.5
const VIDEO_BITRATE = '700k'

const ART = new URL('../art/', import.meta.url)
const FILM = new URL('../web/assets/film/', import.meta.url)
const WORK = new URL('film/work/', ART)
const TAKE = fileURLToPath(new URL('take.mkv', WORK))

/** web/assets/film/words.json, which the film, the captions and the transcript below the player share. */
interface FilmWords {
  readonly length: number
  readonly scenes: readonly FilmScene[]
}

interface FilmScene {
  readonly start: number
  readonly end: number
  readonly title: string
  readonly words: string
  /** Describes the picture, for visitors who cannot see it. */
  readonly shows: string
}

const words: FilmWords = JSON.parse(await readFile(new URL('words.json', FILM), 'utf8'))
await mkdir(WORK, { recursive: true })

const look = process.argv.indexOf('--look')
if (look > 0) await openStage((page) => writeFrames(page, process.argv.slice(look + 1).map(Number)))
else await makeFilm()

async function makeFilm() {
  requireFfmpeg()
  await openStage(recordTake)
  await writeFile(new URL('process.vtt', FILM), captionsOf(words))
  encode('process.webm', ['-c:v', 'libvpx-vp9', '-row-mt', '1', '-deadline', 'good', '-cpu-used', '2'])
  encode('process.mp4', [
    '-c:v',
    'libx264',
    '-preset',
    'slower',
    '-tune',
    'animation',
    '-movflags',
    '+faststart',
  ])
  for (const file of ['process.webm', 'process.mp4']) {
    const { size } = await stat(new URL(file, FILM))
    if (size > MAX_FILM_BYTES) throw new Error(`${file} is ${size} bytes, more than ${MAX_FILM_BYTES}`)
    console.log(`${file}  ${(size / 1e6).toFixed(2)} MB`)
  }
  console.log('The poster is a new master: run `npm run pictures poster`.')
}

function openStage(act: (page: Page) => Promise<void>) {
  return onStage('art/film/stage.html', { width: 1280, height: 720 }, async (page) => {
    await page.waitForSelector('body[data-ready]')
    await act(page)
  })
}

/** Records one nearly lossless take for both formats, because drawing a frame takes longer than encoding it. */
async function recordTake(page: Page) {
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-v', 'error', '-f', 'image2pipe', '-c:v', 'mjpeg', '-r', `${FRAMES_PER_SECOND}`, '-i', '-']
      .concat(['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-pix_fmt', 'yuv420p'])
      .concat(['-vf', 'scale=out_color_matrix=bt709:out_range=tv', TAKE]),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const frames = Math.round(words.length * FRAMES_PER_SECOND)
  for (let frame = 0; frame < frames; frame += 1) {
    const picture = await frameAt(page, frame / FRAMES_PER_SECOND, 'jpeg')
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
    if (frame % 150 === 0) console.log(`${frame} of ${frames} frames`)
  }
  ffmpeg.stdin.end()
  await once(ffmpeg, 'close')
  await writeFile(new URL('masters/poster.png', ART), await frameAt(page, POSTER_AT, 'png'))
}

async function writeFrames(page: Page, seconds: readonly number[]) {
  for (const second of seconds)
    await writeFile(new URL(`${second}.png`, WORK), await frameAt(page, second, 'png'))
}

async function frameAt(page: Page, second: number, type: 'jpeg' | 'png'): Promise<Buffer> {
  await page.evaluate(`show(${second})`)
  return page.screenshot(type === 'jpeg' ? { type, quality: 97 } : { type })
}

/** Two passes make the size predictable and use the bits where something moves. */
function encode(file: string, codec: readonly string[]) {
  const log = fileURLToPath(new URL(file, WORK))
  const common = [
    '-y',
    '-v',
    'error',
    '-i',
    TAKE,
    ...codec,
    '-b:v',
    VIDEO_BITRATE,
    '-pix_fmt',
    'yuv420p',
    '-an',
  ]
  const color = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-g', '150']
  const run = (pass: number, to: readonly string[]) =>
    execFileSync('ffmpeg', [...common, ...color, '-pass', `${pass}`, '-passlogfile', log, ...to], {
      stdio: 'inherit',
    })
  run(1, ['-f', 'null', '-'])
  run(2, [fileURLToPath(new URL(file, FILM))])
}

/** WebVTT: the film is silent, so its captions are the words on the screen. */
function captionsOf({ scenes }: FilmWords): string {
  const cues = scenes.map(({ start, end, title, words }) => {
    return [`${timeOf(start)} --> ${timeOf(end)}`, title, words].filter((line) => line !== '').join('\n')
  })
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${`${minutes}`.padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}

function requireFfmpeg() {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
  } catch {
    throw new Error('The film needs ffmpeg with libvpx-vp9 and libx264, e.g. `apt-get install ffmpeg`.')
  }
}
