from django.urls import URLPattern, URLResolver

app_name = "operator"

urlpatterns: list[URLPattern | URLResolver] = []
