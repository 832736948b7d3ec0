import type { BuiltKitchen, Link, Profile } from '../../questionnaire/business.ts'
import { Picture, type PictureProps } from '../pictures/picture.tsx'

// What the business can prove. Nothing is shown for what it has not given.

export function Credentials({ license, insurance, reviews }: Profile) {
  const given = Object.entries({
    License: license,
    Insured: insurance,
    Reviews: reviews && <OtherSite {...reviews} />,
  }).filter(([, proof]) => proof)
  if (given.length === 0) return null
  return (
    <dl className="proof credentials">
      {given.map(([name, proof]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{proof}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Quotation({ quotation }: Profile) {
  if (!quotation) return null
  const { words, author, published } = quotation
  return (
    <figure className="proof quotation">
      <blockquote className="serif">“{words}”</blockquote>
      <figcaption>
        {author}, <OtherSite {...published} />
      </figcaption>
    </figure>
  )
}

export function BuiltKitchens({ builtKitchens = [] }: Profile) {
  if (builtKitchens.length === 0) return null
  return (
    <section className="built">
      <h2>Kitchens we have built</h2>
      <ul>
        {builtKitchens.map((kitchen) => (
          <li key={kitchen.title}>
            <Picture {...photographOf(kitchen)} />
            <p>
              <b>{kitchen.title}</b>
              {kitchen.town}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const photographOf = ({ picture }: BuiltKitchen): PictureProps => ({
  name: picture,
  crop: 'card',
  sizes: '(width < 44em) 112px, 32vw',
  alt: '',
})

/** In a new tab, so that the visit stays where it is. */
const OtherSite = ({ text, url }: Link) => (
  <a href={url} target="_blank" rel="noreferrer">
    {text}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
)
