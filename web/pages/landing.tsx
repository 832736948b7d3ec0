import { renderToString } from 'react-dom/server'
import { type Business, TAGLINE } from '../../questionnaire/business.ts'
import { pathOf } from '../../questionnaire/screens.ts'
import besley from '../assets/fonts/besley-regular.woff2'
import { documentTitleOf } from '../screens/screen-host.tsx'
import { BUSINESS_META, BusinessContext } from '../ui/business.ts'
import { App } from '../visit/app.tsx'
import { serverVisit } from '../visit/server-visit.ts'
import { VisitProvider } from '../visit/use-visit.tsx'
import { renderDocument, scriptOf, stylesOf } from './document.tsx'

/**
 * The landing as finished HTML, with the first question for a visitor who presses START HERE before the script has
 * loaded. It is served at the address of every screen, because a page always starts on `/`.
 */
export function renderLanding(business: Business): string {
  return renderDocument({
    title: business.siteDomain,
    head: <LandingHead business={business} />,
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

function LandingHead({ business }: { business: Business }) {
  const { brandName, siteOrigin, siteDomain } = business
  const description = `${TAGLINE}. Tell ${brandName} about your house, your kitchen and your wishes in a few minutes.`
  return (
    <>
      <meta name="description" content={description} />
      <meta name={BUSINESS_META} content={JSON.stringify(business)} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={siteDomain} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={brandName} />
      <meta property="og:image" content={`${siteOrigin}/og.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="A bright kitchen with a wooden island and three stools." />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="preload" href={besley} as="font" type="font/woff2" crossOrigin="anonymous" />
      {stylesOf('visit')}
      {scriptOf('visit')}
    </>
  )
}
