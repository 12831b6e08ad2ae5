import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/default-layout/default-layout.tsx', [
    // For everyone
    index('routes/home/home.tsx'),
    // Whatever no other route matches
    route('*', 'routes/unmatched/unmatched.tsx'),
  ]),
] satisfies RouteConfig
