import { useRef, useState } from 'react'
import mp4 from '../assets/film/process.mp4'
import captions from '../assets/film/process.vtt?url'
import webm from '../assets/film/process.webm'
import film from '../assets/film/words.json' with { type: 'json' }
import { largestOf, Picture } from '../pictures/picture.tsx'
import { HEADING, Heading } from '../ui/heading.tsx'
import { Play } from '../ui/icons.tsx'
import { Full } from '../ui/layout.tsx'
import { useAfterTransition } from '../ui/use-after-transition.ts'
import type { SlideProps } from './slide.ts'

export const craft = (
  <Picture
    name="craft"
    crop="card"
    phoneCrop="phone"
    sizes="(width < 64em) 94vw, (max-aspect-ratio: 4 / 5) 94vw, 32vw"
    alt="A green cabinet with its door hung open, the hinge in place."
  />
)

export function Process({ title, bar }: SlideProps) {
  return (
    <Full bar={bar} className="process-step">
      <Heading>{title}</Heading>
      <div className="process">
        <div className="craft">{craft}</div>
        <Film />
      </div>
    </Full>
  )
}

const poster = largestOf('poster', 'wide')
const size = { width: 1280, height: 720 }
export const still = <img src={poster} alt="" decoding="async" {...size} />

/** A silent film that never starts by itself, with a transcript. The player is slow to create, so it comes later. */
function Film() {
  const isTransitionOver = useAfterTransition()
  return (
    <div className="film">
      {isTransitionOver ? <Player /> : still}
      <details>
        <summary>Transcript</summary>
        <dl>
          {film.scenes.map(({ start, title, words, shows }) => (
            <div key={start}>
              <dt>{title}</dt>
              <dd>
                {shows} {words}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

/** The browser's player. Until the film has been started, its poster is a large button. */
function Player() {
  const video = useRef<HTMLVideoElement>(null)
  const [isStarted, setStarted] = useState(false)

  function play() {
    video.current?.focus()
    // The player itself shows a failure.
    video.current?.play().catch(() => {})
  }

  return (
    <div className="player">
      <video
        ref={video}
        aria-labelledby={HEADING}
        controls
        playsInline
        preload="none"
        poster={poster}
        onPlay={() => setStarted(true)}
        {...size}
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
        <track kind="captions" src={captions} srcLang="en" label="English" />
      </video>
      {!isStarted && (
        <button className="play" type="button" onClick={play}>
          <Play />
          <span className="unseen">Play, </span>
          <span className="play-length">{film.length} seconds</span>
        </button>
      )}
    </div>
  )
}
