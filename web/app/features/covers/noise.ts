export type Noise = (x: number, y: number, octaves?: number) => number

/** Returns smooth hills between 0 and 1: octaves of value noise on a lattice that is hashed with the seed. */
export function valueNoise(seed: number): Noise {
  const lattice = (x: number, y: number) => {
    let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ seed
    mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
  }
  const smooth = (x: number, y: number) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const across = ease(x - column)
    const top = mixNumbers(lattice(column, row), lattice(column + 1, row), across)
    const bottom = mixNumbers(lattice(column, row + 1), lattice(column + 1, row + 1), across)
    return mixNumbers(top, bottom, ease(y - row))
  }
  return (x, y, octaves = 3) => {
    let sum = 0
    let weights = 0
    let weight = 0.5
    let [fineX, fineY] = [x, y]
    for (let octave = 0; octave < octaves; octave++) {
      sum += smooth(fineX, fineY) * weight
      weights += weight
      weight /= 2
      fineX = fineX * 2.03 + 17
      fineY = fineY * 2.03 + 9
    }
    return sum / weights
  }
}

/** Interpolates between two numbers. */
export function mixNumbers(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

function ease(share: number): number {
  return share * share * (3 - 2 * share)
}
