/** Loads the library on first use: it has 250 files, which would delay each start by 0.1 s. */
export const loadLibrary = () => import('@simplewebauthn/server')
