import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Brief } from '../questionnaire/brief.ts'
import { type Business, TAGLINE } from '../questionnaire/business.ts'
import { pathOf } from '../questionnaire/screens.ts'
import { App } from './app.tsx'
import besley from './assets/fonts/besley-regular.woff2'
import { BriefPage } from './brief/brief-page.tsx'
import { BusinessContext, META } from './business.ts'
import { documentTitleOf } from './screens/screen-host.tsx'
import { ERROR_HEADING } from './ui/error-heading.ts'
import { ErrorView } from './ui/error-view.tsx'
import { serverVisit } from './visit/server-visit.ts'
import { VisitProvider } from './visit/use-visit.tsx'

/** The addresses of the built scripts and style sheets; the build defines them. */
declare const SITE: {
  readonly script: string
  readonly styles: readonly string[]
  readonly desk: { readonly script: string; readonly styles: readonly string[] }
  readonly brief: { readonly script: string; readonly styles: readonly string[] }
}

/**
 * The landing as finished HTML, with the first question for a visitor who presses START HERE before the script has
 * loaded. It is served at the address of every screen, because a page always starts on `/`.
 */
export function renderLanding(business: Business): string {
  return documentOf(business, {
    title: business.siteDomain,
    body: (
      <>
        <noscript>
          <p className="noscript">This guide needs JavaScript.</p>
        </noscript>
        <div id="root" {...innerHtmlOf(0, business)} />
        <template
          data-path={pathOf(1)}
          data-title={documentTitleOf(1, business)}
          {...innerHtmlOf(1, business)}
        />
      </>
    ),
    head: scriptTag(SITE.script),
  })
}

/** A screen that the visit's script can hydrate. React escapes its texts. */
function innerHtmlOf(screen: 0 | 1, business: Business) {
  const html = renderToString(
    <BusinessContext value={business}>
      <VisitProvider visit={serverVisit(screen)}>
        <App />
      </VisitProvider>
    </BusinessContext>,
  )
  return { dangerouslySetInnerHTML: { __html: html } }
}

/** The response to an unknown address. */
export function renderNotFound(business: Business): string {
  return documentOf(business, {
    title: `${ERROR_HEADING} – ${business.siteDomain}`,
    body: <ErrorView message="404 Not Found" />,
    head: <meta name="robots" content="noindex" />,
  })
}

/** The desk's page. It stays empty until its script knows whether a person is signed in. */
export function renderDesk({ brandName }: Business): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {viewport}
        <title>{`Desk – ${brandName}`}</title>
        <meta name="robots" content="noindex" />
        <meta name={META.brandName} content={brandName} />
        {themeColor}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {stylesOf(SITE.desk.styles)}
        {scriptTag(SITE.desk.script)}
      </head>
      <body>
        <div id="root" />
        <noscript>
          <p>The desk needs JavaScript.</p>
        </noscript>
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}

/** A homeowner's project at its private address; null for a link that has ended. */
export function renderBrief(business: Business, brief: Brief | null): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {viewport}
        <title>{`${brief ? 'Your kitchen project' : 'This link has ended'} – ${business.brandName}`}</title>
        <meta name="robots" content="noindex" />
        {themeColor}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {stylesOf(SITE.brief.styles)}
        {scriptTag(SITE.brief.script)}
      </head>
      <body>
        <BusinessContext value={business}>
          <BriefPage brief={brief} />
        </BusinessContext>
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}

const viewport = (
  <meta
    name="viewport"
    content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
  />
)

const themeColor = <meta name="theme-color" content="#1f4236" />

const scriptTag = (script: string) => <script type="module" src={script} />

const stylesOf = (styles: readonly string[]) =>
  styles.map((style) => <link key={style} rel="stylesheet" href={style} />)

interface Parts {
  readonly title: string
  readonly head: ReactNode
  readonly body: ReactNode
}

function documentOf(business: Business, { title, head, body }: Parts): string {
  const { brandName, siteOrigin, siteDomain, privacyUrl } = business
  const description = `${TAGLINE}. Tell ${brandName} about your house, your kitchen and your wishes in a few minutes.`
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {viewport}
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name={META.brandName} content={brandName} />
        <meta name={META.siteDomain} content={siteDomain} />
        {privacyUrl !== null && <meta name={META.privacyUrl} content={privacyUrl} />}
        {themeColor}
        <meta property="og:type" content="website" />
        <meta property="og:title" content={siteDomain} />
        <meta property="og:description" content={description} />
        <meta property="og:site_name" content={brandName} />
        <meta property="og:image" content={`${siteOrigin}/og.jpg`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="A bright kitchen with a wooden island and three stools." />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={besley} as="font" type="font/woff2" crossOrigin="anonymous" />
        {stylesOf(SITE.styles)}
        {head}
      </head>
      <body>{body}</body>
    </html>,
  )
  return `<!doctype html>${markup}`
}
