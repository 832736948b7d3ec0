import { readFile } from 'node:fs/promises'

/** The film's words and times: the stage, the captions and the transcript under the player all read this one file. */
interface FilmWords {
  readonly length: number
  readonly scenes: readonly FilmScene[]
}

interface FilmScene {
  readonly start: number
  readonly end: number
  readonly title: string
  readonly words: string
  /** What is to be seen, for those who cannot. */
  readonly shows: string
}

export async function readFilmWords(): Promise<FilmWords> {
  return JSON.parse(await readFile(new URL('../web/assets/film/words.json', import.meta.url), 'utf8'))
}

/** WebVTT: the film is silent, so its captions are the words on the screen. */
export function captionsOf({ scenes }: FilmWords): string {
  const cues = scenes.map(({ start, end, title, words }) => {
    return [`${timeOf(start)} --> ${timeOf(end)}`, title, words].filter((line) => line !== '').join('\n')
  })
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${`${minutes}`.padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}
