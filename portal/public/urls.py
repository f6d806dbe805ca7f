from django.urls import URLPattern, URLResolver

app_name = "public"

urlpatterns: list[URLPattern | URLResolver] = []
