import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import './gallery.css'
import { Parts } from './parts.tsx'

const theme = new URLSearchParams(location.search).get('theme') ?? 'system'
document.documentElement.dataset.theme = theme

const container = document.getElementById('root')
if (container) {
  const router = createMemoryRouter([{ path: '*', element: <Parts /> }])
  createRoot(container).render(<RouterProvider router={router} />)
}
