import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { keepRootStyles } from './root-styles.ts'

const route = (css: string[]) => ({ id: 'x', module: '/assets/x.js', css })

test('removes the mark from the stylesheets of the root in every route, and keeps that of the others', () => {
  const routes = { root: route(['/assets/start.css#']), about: route(['/assets/start.css#', '/assets/dialog.css#']) }
  const { assets } = keepRootStyles({ assets: { routes } } as unknown as ServerBuild)
  expect(assets.routes.root?.css).toEqual(['/assets/start.css'])
  expect(assets.routes.about?.css).toEqual(['/assets/start.css', '/assets/dialog.css#'])
})
