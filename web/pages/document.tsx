import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Part = 'visit' | 'desk' | 'brief'

/** The addresses of the built scripts and style sheets; the build defines them. */
declare const SITE: Readonly<Record<Part, { readonly script: string; readonly styles: readonly string[] }>>

export const scriptOf = (part: Part) => <script type="module" src={SITE[part].script} />

export const stylesOf = (part: Part) =>
  SITE[part].styles.map((style) => <link key={style} rel="stylesheet" href={style} />)

export const notIndexed = <meta name="robots" content="noindex" />

interface DocumentParts {
  readonly title: string
  readonly head: ReactNode
  readonly body: ReactNode
}

/** A whole HTML document, with what every page has in its head. */
export function renderDocument({ title, head, body }: DocumentParts): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <title>{title}</title>
        <meta name="theme-color" content="#1f4236" />
        {/* Not the SVG: Chromium would load and draw it again at every step of a visit. */}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        {head}
      </head>
      <body>{body}</body>
    </html>,
  )
  return `<!doctype html>${markup}`
}
