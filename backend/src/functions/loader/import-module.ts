/** Imports a module as Node does, even in Vitest, which would run it through Vite (`vitest.config.ts`). */
export const importModule = (url: string): Promise<Record<string, unknown>> => import(url)
