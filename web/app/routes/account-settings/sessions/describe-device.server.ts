import Bowser from 'bowser'

/** The device of a session, as its user agent describes it. */
export interface Device {
  device: string
  kind: 'phone' | 'computer' | 'program'
}

/** Parses a user agent, as in "Firefox on Android". User agents are unverified. */
export function describeDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: 'Unknown device', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  if (!browser.name || !os.name) return { device: shorten(browser.name || userAgent), kind: 'program' }
  const isPhone = platform.type === 'mobile' || platform.type === 'tablet'
  // Some names contain the system already: "Samsung Internet for Android".
  const name = browser.name.replace(/ for \w+$/, '')
  return { device: `${name} on ${os.name}`, kind: isPhone ? 'phone' : 'computer' }
}

/** Returns the name of a program other than a browser, without its version. */
function shorten(userAgent: string): string {
  return (userAgent.trim().split(/[\s/]/)[0] ?? '').slice(0, 40)
}
