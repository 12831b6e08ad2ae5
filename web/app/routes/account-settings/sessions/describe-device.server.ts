import Bowser from 'bowser'

/** What a session runs on, as far as its program told. */
export interface Device {
  device: string
  kind: 'phone' | 'computer' | 'program'
}

/** Reads what a program says about itself: "Firefox on Android". Nothing of it is proved. */
export function describeDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: 'Something that does not say what it is', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  if (!browser.name || !os.name) return { device: shorten(browser.name || userAgent), kind: 'program' }
  const isPhone = platform.type === 'mobile' || platform.type === 'tablet'
  // Some names hold the system already: "Samsung Internet for Android".
  const name = browser.name.replace(/ for \w+$/, '')
  return { device: `${name} on ${os.name}`, kind: isPhone ? 'phone' : 'computer' }
}

/** The name of a program that is no browser, without its version. */
function shorten(userAgent: string): string {
  return (userAgent.trim().split(/[\s/]/)[0] ?? '').slice(0, 40)
}
