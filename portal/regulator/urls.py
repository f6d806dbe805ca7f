from django.urls import URLPattern, URLResolver

app_name = "regulator"

urlpatterns: list[URLPattern | URLResolver] = []
