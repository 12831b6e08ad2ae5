import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import './gallery.css'
import { Covers } from './covers.tsx'
import { Examples } from './examples.tsx'

const parameters = new URLSearchParams(location.search)
const theme = parameters.get('theme') ?? 'system'
document.documentElement.dataset.theme = theme
document.documentElement.dir = parameters.get('direction') ?? 'ltr'

const container = document.getElementById('root')
if (container) {
  const router = createMemoryRouter([{ path: '*', element: parameters.has('covers') ? <Covers /> : <Examples /> }])
  createRoot(container).render(<RouterProvider router={router} />)
}
