import { expect, test } from '../support/test.ts'

const LETTERS = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœ'
const SIGNS = '&@#$€%£°×·•–—‘’“”…«»'
const FACES = [
  '400 40px Besley',
  '600 40px Besley',
  '400 40px "Instrument Sans"',
  '700 40px "Instrument Sans"',
]

test('our fonts have accented letters, prices and typographic signs', async ({ page }) => {
  await page.goto('/')
  for (const face of FACES) {
    const missing = await page.evaluate(
      async ([font, text]) => {
        await document.fonts.load(font)
        const context = document.createElement('canvas').getContext('2d')
        const widthIn = (fonts: string, letter: string) =>
          context && Object.assign(context, { font: fonts }).measureText(letter).width
        // A letter that the font lacks is as wide as in the fallback.
        return Array.from(text)
          .filter((letter) => widthIn(`${font}, monospace`, letter) !== widthIn(`${font}, serif`, letter))
          .join('')
      },
      [face, LETTERS + SIGNS] as const,
    )
    expect(missing, face).toBe('')
  }
})
