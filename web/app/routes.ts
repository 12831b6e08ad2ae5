import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/default-layout/default-layout.tsx', [
    // For everyone
    index('routes/home/home.tsx'),
    route('about', 'routes/about/about.tsx'),
    route('explore', 'routes/explore/explore.tsx'),
    route('spot/:id', 'routes/spot/spot.tsx'),
    route('spot/:id/edit', 'routes/spot/edit/spot-edit.tsx'),
    // For members
    route('submit', 'routes/submit/submit.tsx'),
    route('city/:name', 'routes/city/city.tsx'),
    route('post/:slug', 'routes/post/post.tsx'),
    route('account', 'routes/account/account.tsx'),
    // Whatever no other route matches
    route('*', 'routes/unmatched/unmatched.tsx'),
  ]),
  layout('routes/auth-layout/auth-layout.tsx', [
    route('auth/login', 'routes/login/login.tsx'),
    route('auth/signup', 'routes/signup/signup.tsx'),
  ]),
  route('submit/photos', 'routes/submit/photos.ts'),
] satisfies RouteConfig
