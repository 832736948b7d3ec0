import type { ReactNode } from 'react'

// Icons have a width of their own, or they would fill the window if the styles fail to load.
const icon = (path: string) => (
  <svg
    className="icon"
    width="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const ArrowRight = () => icon('M3 10h13M11 4.5 16.5 10 11 15.5')
export const ArrowLeft = () => icon('M17 10H4M9 4.5 3.5 10 9 15.5')
export const Cross = () => icon('m4 4 12 12M16 4 4 16')
export const Devices = () => icon('M8 3.5h9v10H8M3 7h6v10H3zM11.5 17H17')
export const List = () => icon('M5 2.5h7l3.5 3.5v11.5H5zM8 9h5M8 12.5h5')
export const Printer = () => icon('M6 7V3h8v4M6 14H3V7h14v7h-3M6 11.5h8V17H6z')
export const Plus = () => icon('M10 3v14M3 10h14')
export const Play = () => (
  <svg width="96" viewBox="0 0 96 96" aria-hidden="true">
    <path fill="currentColor" d="M39 31v34l28-17z" />
  </svg>
)
export const PersonIcon = () =>
  icon('M10 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 18c.5-3.8 3.2-5.5 7-5.5s6.5 1.7 7 5.5')
export const Chevron = () => icon('m4 7.5 6 6 6-6')

/** The logo: a Shaker cabinet door. */
export const Door = () => (
  <svg className="door" width="24" viewBox="0 0 24 30" aria-hidden="true">
    <path fill="currentColor" fillRule="evenodd" d="M0 0h24v30H0V0Zm2.5 2.5v25h19v-25h-19Z" />
    <path fill="none" stroke="currentColor" strokeWidth="2" d="M6.5 6.5h11v17h-11z" />
    <circle className="door-knob" cx="19.6" cy="15" r="1.7" />
  </svg>
)

/** A round seal with a check mark or an exclamation mark. */
export function Seal({ tone }: { tone: Tone }): ReactNode {
  return (
    <span className="seal" data-tone={tone}>
      <svg
        width="48"
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
        aria-hidden="true"
      >
        <path d={tone === 'good' ? 'm9 21 8 8 15-18' : 'M20 8v16M20 29v4'} />
      </svg>
    </span>
  )
}

export type Tone = 'good' | 'bad'
