import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import type { SlideProps } from './slide.ts'

const card = (name: PictureProps['name']): PictureProps => ({
  name,
  crop: 'card',
  sizes: '(width < 44em) 100vw, 31vw',
  alt: '',
})

export const steps = [
  {
    name: 'Feasability',
    pigment: 'butter',
    picture: card('feasibility'),
    text: 'We learn the dream wishes for your kitchen.',
  },
  {
    name: 'Discovery',
    pigment: 'plaster',
    picture: card('discovery'),
    text: 'We find out how your home was constructed and uncover obstacles early, to save time and money.',
  },
  {
    name: 'Design',
    pigment: 'egg',
    picture: card('design'),
    text: 'We collaborate on a plan while you stay in control of cost.',
  },
]

export function ProcessSteps({ title, bar }: SlideProps) {
  return (
    <Full bar={bar}>
      <Heading>{title}</Heading>
      <ul className="cards">
        {steps.map(({ name, pigment, picture, text }) => (
          <li className="card" data-pigment={pigment} key={name}>
            <Picture {...picture} />
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Full>
  )
}
