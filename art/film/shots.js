// What the camera sees, scene by scene. A shot's path is a list of [seconds, centre x, centre y, width]: seconds from the
// start of the scene, the rest in parts of the picture; the height follows from 16:9. The camera glides smoothly from
// point to point. `fade` is how long the shot takes to come in over the one before; 0 is there at once.
// Chapters: full view first, then, from 2.9 s, a door covers the right 39 %: lead the eye to the left by then.

// Both kitchens of the end are seen from one camera on one path, so the evening falls without a jump.
const dusk = [[3.4, 0.5, 0.56, 1], [10, 0.455, 0.545, 0.85]]

export const shots = [
  [],
  [{ picture: 'feasibility', fade: 0, path: [[-1.2, 0.69, 0.49, 0.58], [2.6, 0.61, 0.53, 0.62], [4.6, 0.5, 0.6, 0.97], [9.4, 0.48, 0.605, 0.9], [10.4, 0.48, 0.605, 0.89]] }],
  [{ picture: 'discovery', fade: 1.1, path: [[0, 0.45, 0.27, 0.56], [2.6, 0.46, 0.42, 0.56], [4.6, 0.585, 0.43, 0.83], [9.8, 0.595, 0.42, 0.77], [10.8, 0.595, 0.42, 0.76]] }],
  [{ picture: 'design', fade: 1.1, path: [[0, 0.36, 0.36, 0.58], [2.6, 0.47, 0.4, 0.6], [4.6, 0.59, 0.56, 0.82], [9.4, 0.6, 0.575, 0.76], [10.4, 0.6, 0.576, 0.75]] }],
  [
    { picture: 'cover', fade: 1.1, path: [[0, 0.43, 0.53, 0.86], [4.6, 0.57, 0.5, 0.82]] },
    { picture: 'upscale', fade: 1.1, path: dusk, from: 3.4 },
    { picture: 'thanks', fade: 1.8, path: dusk, from: 5.4 },
  ],
]
