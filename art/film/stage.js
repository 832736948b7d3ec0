// The film as a pure function of time: `show(t)` draws the frame at t seconds. scripts/film.ts calls it frame by frame;
// open the stage through `npm run film -- --look 12.5` to keep one frame as a picture.

import { shots } from './shots.js'

const WIDTH = 1280
const HEIGHT = 720
const PIGMENTS = ['var(--butter)', 'var(--plaster)', 'var(--egg)']

const film = await (await fetch('/web/assets/film/words.json')).json()
const opening = film.scenes[0]
const ending = film.scenes.at(-1)
const chapters = film.scenes.slice(1, -1)
const pictures = await loadPictures()
const ctx = document.getElementById('photo').getContext('2d')
const tape = document.getElementById('tape')
const hook = document.getElementById('hook')
const panel = document.getElementById('panel')
panel.firstElementChild.textContent = ending.title
tape.innerHTML = [...chapters, ending].map((_, index) => `<i>${index + 1}</i>`).join('')
const first = addDoor('first', `<h1></h1><div class="tape fine">${inches(16)}</div><i class="hook"></i>`)
first.querySelector('h1').textContent = opening.title
const doors = chapters.map((chapter, index) => {
  const door = addDoor('chapter', '<div class="words"><b class="inch"></b><h2></h2><p class="say"></p></div>')
  door.style.setProperty('--c', PIGMENTS[index % PIGMENTS.length])
  door.querySelector('.inch').textContent = index + 1
  door.querySelector('h2').textContent = chapter.title
  door.querySelector('.say').textContent = chapter.words
  return door
})
await document.fonts.ready
await Promise.all(['400 60px "Besley Variable"', '400 30px "Instrument Sans Variable"', '600 30px "Instrument Sans Variable"'].map((font) => document.fonts.load(font)))
document.body.dataset.ready = 'yes'

window.show = function show(t) {
  drawShots(t)
  showOpening(t)
  chapters.forEach((chapter, index) => { showChapter(doors[index], t - chapter.start, chapter.end - chapter.start) })
  showEnding(t - ending.start)
  drawTape(t)
}

function drawShots(t) {
  ctx.imageSmoothingQuality = 'high'
  film.scenes.forEach((scene, index) => {
    for (const { picture, path, fade, from = path[0][0] } of shots[index] ?? []) {
      const local = t - scene.start
      if (local < from || local > path.at(-1)[0] + 1) continue
      ctx.globalAlpha = fade === 0 ? 1 : ease(between(local, from, from + fade))
      draw(pictures[picture], placeOn(path, local))
    }
  })
  ctx.globalAlpha = 1
}

/** Where the camera is on its path: cubic between the points, with slopes that never make it turn back on its way. */
function placeOn(path, t) {
  const last = path.length - 2
  let i = path.findIndex((point, index) => index > 0 && t <= point[0]) - 1
  if (i < 0) i = t < path[0][0] ? 0 : last
  const [a, b] = [path[i], path[i + 1]]
  const long = b[0] - a[0]
  const x = clamp((t - a[0]) / long, 0, 1)
  return [1, 2, 3].map((part) => {
    const [from, to] = [slopeAt(path, i, part) * long, slopeAt(path, i + 1, part) * long]
    return (2 * x ** 3 - 3 * x ** 2 + 1) * a[part] + (x ** 3 - 2 * x ** 2 + x) * from + (3 * x ** 2 - 2 * x ** 3) * b[part] + (x ** 3 - x ** 2) * to
  })
}

function slopeAt(path, i, part) {
  const slope = (k) => (path[k + 1][part] - path[k][part]) / (path[k + 1][0] - path[k][0])
  if (i === 0) return slope(0)
  if (i === path.length - 1) return slope(i - 1)
  const [before, after] = [slope(i - 1), slope(i)]
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
}

/** The source rectangle is fractional on purpose: whole pixels would make a slow move tremble. */
function draw(picture, [x, y, part]) {
  const width = Math.min(part, 1) * picture.width
  const height = (width * HEIGHT) / WIDTH
  const left = clamp(x * picture.width - width / 2, 0, picture.width - width)
  const top = clamp(y * picture.height - height / 2, 0, picture.height - height)
  ctx.drawImage(picture, left, top, width, height, 0, 0, WIDTH, HEIGHT)
}

function showOpening(t) {
  const pulled = ease(between(t, 0.5, 2.7)) * WIDTH
  first.querySelector('.tape').style.clipPath = `inset(-2px ${WIDTH - pulled}px -2px 0)`
  first.querySelector('.hook').style.transform = `translateX(${pulled - 9}px)`
  first.querySelector('h1').style.clipPath = `inset(-20px ${Math.max(0, WIDTH - 104 - pulled)}px -40px -20px)`
  swing(first, -100 * easeIn(between(t, opening.end - 1.2, opening.end + 0.1)))
}

function showChapter(door, t, length) {
  const shut = settle(between(t, 2.9, 4.1))
  const opened = easeIn(between(t, length - 0.5, length + 0.6))
  swing(door, 100 * (1 - shut) + 100 * opened)
  rise(door.querySelector('.inch'), between(t, 3.5, 4.2))
  rise(door.querySelector('h2'), between(t, 3.6, 4.4))
  rise(door.querySelector('.say'), between(t, 3.9, 4.8))
}

function showEnding(t) {
  const slide = settle(between(t, 6.3, 7.4))
  panel.style.transform = `translateX(${-102 * (1 - slide)}%)`
  rise(panel.firstElementChild, between(t, 6.8, 7.7))
}

/** The thread of the film: one inch of tape is drawn out for each part of the process, the last for the kitchen. */
function drawTape(t) {
  const inch = WIDTH / (chapters.length + 1)
  const drawn = [...chapters, ending].reduce((sum, scene, index) => {
    const from = index < chapters.length ? 2.7 : 1.2
    return sum + ease(between(t - scene.start, from, from + 1.5)) * inch
  }, 0)
  tape.style.clipPath = `inset(0 ${WIDTH - drawn}px 0 0)`
  hook.style.transform = `translateX(${Math.max(-12, drawn - 9)}px)`
}

function swing(door, degrees) {
  door.style.visibility = Math.abs(degrees) >= 99.5 ? 'hidden' : 'visible'
  door.style.transform = `rotateY(${degrees}deg)`
  door.querySelector('.shade').style.opacity = Math.abs(Math.sin((degrees * Math.PI) / 180)) * 0.42
}

function rise(element, part) {
  element.style.opacity = ease(part)
  element.style.transform = `translateY(${18 * (1 - settle(part))}px)`
}

function addDoor(kind, content) {
  const door = document.createElement('div')
  door.className = `door ${kind}`
  door.innerHTML = `${content}<div class="shade"></div>`
  document.getElementById('doors').append(door)
  return door
}

function inches(count) {
  return Array.from({ length: count }, (_, index) => `<i>${index + 1}</i>`).join('')
}

async function loadPictures() {
  const names = [...new Set(shots.flat().map((shot) => shot.picture))]
  return Object.fromEntries(await Promise.all(names.map(async (name) => {
    const image = new Image()
    image.src = `/art/masters/${name}.png`
    await image.decode()
    return [name, image]
  })))
}

function between(value, from, to) { return clamp((value - from) / (to - from), 0, 1) }
function clamp(value, low, high) { return Math.min(high, Math.max(low, value)) }
function ease(x) { return x * x * x * (x * (6 * x - 15) + 10) }
function easeIn(x) { return x * x * (3 - 2 * x) }
function settle(x) { return 1 - (1 - x) ** 3.2 }
